"""One conversation with the official Python client: connects, lists, calls what it is told, prints what it saw.

Usage: python client.py URL TOKEN CALLS, where CALLS is JSON: [[tool, arguments], ...]. A URL that ends in /sse means HTTP+SSE.
"""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamablehttp_client


async def main(url: str, token: str, calls: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    connect = sse_client if url.endswith("/sse") else streamablehttp_client
    async with connect(url, headers=headers) as (read, write, *_):
        async with ClientSession(read, write) as session:
            hello = await session.initialize()
            tools = await session.list_tools()
            results = [await session.call_tool(name, arguments) for name, arguments in json.loads(calls)]
            await session.send_ping()
    report = {
        "serverInfo": plain(hello.serverInfo),
        "protocolVersion": hello.protocolVersion,
        "tools": [plain(tool) for tool in tools.tools],
        "results": [plain(result) for result in results],
    }
    print(json.dumps(report))


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


asyncio.run(main(*sys.argv[1:]))
