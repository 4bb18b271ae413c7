//! workshop
mod bindings;
mod component;
mod workshop;
fn main() -> anyhow::Result<()> {
    let workshop = workshop::Workshop::here()?;
    match std::env::args().nth(1).as_deref() {
        Some("bindings") => bindings::run(&workshop, std::env::args().any(|argument| argument == "--check")),
        Some("component") => component::run(&workshop),
        _ => anyhow::bail!("usage"),
    }
}
