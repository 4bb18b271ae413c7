//! A port that passes requests on and adds the token, for a client that cannot send one.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use anyhow::{Context, Result};

use crate::clients::Door;

/// The longest header block that is passed on.
const HEAD_BYTES: usize = 64 * 1024;

/// The URL of a new proxy before `door`. It lives as long as this process; each connection carries one request.
///
/// `Host` and `Origin` keep what they say, but for the proxy's own port, so that the server's checks still see who calls.
///
/// # Errors
/// Where there is no port.
pub fn before(door: &Door) -> Result<String> {
    let rest = door.url.strip_prefix("http://").context("an odd URL")?;
    let (authority, path) = rest.split_once('/').context("an odd URL")?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let own_port = listener.local_addr()?.port();
    let url = format!("http://127.0.0.1:{own_port}/{path}");
    let (authority, token) = (authority.to_owned(), door.token.clone());
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (authority, token) = (authority.clone(), token.clone());
            thread::spawn(move || {
                let _ = pass(client, &authority, own_port, &token);
            });
        }
    });
    Ok(url)
}

fn pass(mut client: TcpStream, authority: &str, own_port: u16, token: &str) -> Result<()> {
    let (head, body) = read_head(&mut client)?;
    let port = authority.rsplit(':').next().unwrap_or_default();
    let mut server = TcpStream::connect(authority)?;
    server.write_all(rewritten(&head, own_port, port, token).as_bytes())?;
    server.write_all(&body)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let _ = std::io::copy(&mut from_client, &mut to_server);
    });
    let copied = std::io::copy(&mut server, &mut client);
    // Both threads' streams end here.
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
    copied?;
    Ok(())
}

/// The request line and the headers, and what came with them of the body.
fn read_head(client: &mut TcpStream) -> Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let body = bytes.split_off(end + 4);
            return Ok((String::from_utf8(bytes)?, body));
        }
        let count = client.read(&mut buffer)?;
        anyhow::ensure!(count > 0 && bytes.len() < HEAD_BYTES, "no whole header block");
        bytes.extend_from_slice(&buffer[..count]);
    }
}

fn rewritten(head: &str, own_port: u16, port: &str, token: &str) -> String {
    let mut lines = head.trim_end().split("\r\n");
    let mut out = format!("{}\r\n", lines.next().unwrap_or_default());
    for line in lines {
        let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
        match name.as_str() {
            "authorization" | "connection" => continue,
            "host" | "origin" => out.push_str(&line.replace(&format!(":{own_port}"), &format!(":{port}"))),
            _ => out.push_str(line),
        }
        out.push_str("\r\n");
    }
    out + &format!("Connection: close\r\nAuthorization: Bearer {token}\r\n\r\n")
}
