//! `dawson serve`: the page and the HTTP interface on this machine.

use super::Ending;
use super::limits::{all_cores, memory, seconds};
use dawson::serve::{Limits, Settings, serve};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Where and for whom to serve.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The address to listen at; others than this machine's own need --public
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8039)]
    port: u16,
    /// Let other machines ask: everybody who reaches the address may use the time and memory given here;
    /// needs --time
    #[arg(long, requires = "time")]
    public: bool,
    /// Seconds that one search may take [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory for all searches together: a number with K, M or G
    #[arg(long, value_name = "N", value_parser = memory, default_value = "512M")]
    memory: usize,
    /// How many searches run at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    searches: Option<u16>,
}

/// Serves until it is ended.
pub fn run(arguments: &Arguments) -> Ending {
    if !arguments.address.is_loopback() && !arguments.public {
        eprintln!(
            "dawson: {} can be reached from other machines: say --public and a limit with --time if that is meant",
            arguments.address
        );
        return Ending::Usage;
    }
    let settings = Settings {
        address: SocketAddr::new(arguments.address, arguments.port),
        is_public: arguments.public,
        limits: Limits {
            time: arguments.time.unwrap_or(Duration::from_secs(600)),
            memory: arguments.memory,
            workers: arguments.searches.map_or_else(all_cores, usize::from),
        },
    };
    let served = serve(&settings, |address| announce(address, &settings));
    match served {
        Ok(()) => Ending::Done,
        Err(error) => {
            eprintln!("dawson: {}: {error}", settings.address);
            Ending::Failed
        }
    }
}

fn announce(address: SocketAddr, settings: &Settings) {
    let mut out = std::io::stdout();
    // Nobody may be reading; the page is there all the same.
    let _ = writeln!(out, "http://{address}/  (Ctrl-C ends it)");
    let _ = out.flush();
    if settings.is_public {
        let limits = &settings.limits;
        eprintln!(
            "open to everybody who reaches {address}: searches of up to {} s, {} at a time, {} MB in all; no file of \
             this machine can be read or written",
            limits.time.as_secs_f64(),
            limits.workers,
            limits.memory >> 20
        );
    }
}
