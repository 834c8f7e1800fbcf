//! Metrics of the process, under the names that Prometheus clients of all languages use.

use procfs::WithCurrentSystemInfo;
use procfs::process::{LimitValue, Process, Stat};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use std::fmt;

/// Reads `/proc` at each scrape. Where there is none, it reports nothing.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Ok(process) = Process::myself() else { return Ok(()) };
        if let Ok(stat) = process.stat() {
            encode_stat(&mut encoder, &stat)?;
        }
        if let Ok(open) = process.fd_count() {
            gauge(&mut encoder, "process_open_fds", "Open file descriptors", None, number(open as u64))?;
        }
        if let Ok(LimitValue::Value(most)) = process.limits().map(|limits| limits.max_open_files.soft_limit) {
            gauge(&mut encoder, "process_max_fds", "Maximum number of open file descriptors", None, number(most))?;
        }
        Ok(())
    }
}

fn encode_stat(encoder: &mut DescriptorEncoder<'_>, stat: &Stat) -> Result<(), fmt::Error> {
    let seconds = |ticks: u64| ticks as f64 / procfs::ticks_per_second() as f64;
    let cpu = ConstCounter::new(seconds(stat.utime + stat.stime));
    let help = "CPU time of the process, user and system";
    cpu.encode(encoder.encode_descriptor("process_cpu", help, Some(&Unit::Seconds), MetricType::Counter)?)?;
    let resident = number(stat.rss_bytes().get());
    gauge(encoder, "process_resident_memory", "Resident memory", Some(&Unit::Bytes), resident)?;
    gauge(encoder, "process_virtual_memory", "Virtual memory", Some(&Unit::Bytes), number(stat.vsize))?;
    if let Ok(boot) = procfs::boot_time_secs() {
        let start = boot as f64 + seconds(stat.starttime);
        let help = "When the process started, in seconds since 1970";
        gauge(encoder, "process_start_time", help, Some(&Unit::Seconds), start)?;
    }
    Ok(())
}

fn gauge<N>(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    value: N,
) -> Result<(), fmt::Error>
where
    ConstGauge<N>: EncodeMetric,
{
    ConstGauge::new(value).encode(encoder.encode_descriptor(name, help, unit, MetricType::Gauge)?)
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
