//! Server processes: started, measured from outside, stopped.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Whether `taskset` is there and there is more than one processor: then servers get one and the client another.
pub(crate) fn can_pin() -> bool {
    std::thread::available_parallelism().is_ok_and(|n| n.get() > 1)
        && Command::new("taskset").arg("--version").output().is_ok()
}

/// Puts this process on the processors other than the servers'.
pub(crate) fn pin_client() {
    let last = std::thread::available_parallelism().map_or(0, |n| n.get() - 1);
    let pid = std::process::id().to_string();
    let _ = Command::new("taskset").args(["-a", "-p", "-c", &format!("1-{last}"), &pid]).output();
}

/// A command on the servers' processor if they are pinned.
pub(crate) fn command(program: &Path, pinned: bool) -> Command {
    if pinned {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// A command whose instructions are counted, on one processor: there a server has one thread.
pub(crate) fn counted(program: &Path) -> Command {
    let mut command = command(Path::new("valgrind"), can_pin());
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    command.stderr(Stdio::piped());
    command
}

pub(crate) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The instructions that a counted process executed.
pub(crate) fn instructions(report: &str) -> u64 {
    let line = report.lines().find(|line| line.contains("Collected :")).expect("callgrind's total");
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// A server on a free port; it is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Starts it and waits for the line that tells its address.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command
            .env("TAASH_LISTEN", "127.0.0.1:0")
            .env("TAASH_ADMIN_LISTEN", "off")
            .env("TAASH_DRAIN_DELAY_MS", "0")
            .env("TAASH_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next().expect("a server tells its address").unwrap();
            if let Some((_, rest)) = line.split_once("127.0.0.1:") {
                break rest.chars().take_while(char::is_ascii_digit).collect::<String>();
            }
        };
        // Whatever else it says is read and dropped, so that it never waits for us.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: format!("http://127.0.0.1:{port}") }
    }

    /// The processor time it has used, in nanoseconds, over all its threads.
    pub(crate) fn cpu_nanos(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok())
            .filter_map(|stat| stat.split(' ').next()?.parse::<u64>().ok())
            .sum()
    }

    /// The memory it holds, in megabytes.
    pub(crate) fn resident_mb(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }

    /// Asks it to stop, and returns what it had said on standard error, if that was kept.
    pub(crate) fn stop(mut self) -> String {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let mut said = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut said).unwrap();
        }
        for _ in 0..300 {
            if self.child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
