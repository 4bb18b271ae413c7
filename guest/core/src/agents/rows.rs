//! The table of agents. Adding an agent is adding a row and its test.
//!
//! The eight and the four of the source document come first; a row's facts are from the agent's source or documentation, see its
//! [`Proof`](super::table::Proof).

mod automatic; // the eight that the source document has written
mod further; // more agents that people use
mod manual; // those that a person sets up

use super::table::Agent;

/// Every agent, in the order in which a person sees them.
pub const TABLE: &[Agent] = &[
    automatic::CODEX,
    automatic::TRAE,
    automatic::QODER,
    automatic::OH_MY_PI,
    automatic::KIMI_CODE,
    automatic::ZCODE,
    automatic::OPENCODE,
    automatic::MIMOCODE,
    manual::MINIMAX_CODE,
    manual::DEEPSEEK_HARNESS,
    manual::WORKBUDDY,
    manual::PI,
    further::CLAUDE_CODE,
    further::CURSOR,
    further::VS_CODE,
    further::GEMINI_CLI,
    further::QWEN_CODE,
    further::ZED,
    further::ROO_CODE,
    further::KIRO,
    further::AMP,
    further::CRUSH,
    manual::JUNIE,
];

/// The agent with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Agent> {
    TABLE.iter().find(|agent| agent.id == id)
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
