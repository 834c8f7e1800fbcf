use super::super::support::config;
use super::process::{Process, health, run};
use taash::server::AdminListen;
use tonic_health::pb::health_check_response::ServingStatus;

/// The program ends with 64 and names the variable.
fn refused(arguments: &[&str], variables: &[(&str, &str)], variable: &str) {
    let output = run(arguments, variables);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(64), "{arguments:?} {variables:?}: {text}");
    assert!(text.contains(variable), "{variable} is not named in: {text}");
}

#[test]
fn a_wrong_setting_ends_the_program_with_64_and_the_name_of_its_variable() {
    let help = run(&["serve", "--help"], &[]);
    let help = String::from_utf8(help.stdout).unwrap();
    let mut variables = 0;
    for flag in help.split("\n      --").skip(1).filter(|flag| !flag.starts_with("help")) {
        let variable = flag.split("[env: ").nth(1).unwrap().split('=').next().unwrap();
        let kind = flag.split(['<', '>']).nth(1).unwrap();
        let wrong: &[&str] = match kind {
            "ADDRESS:PORT" => &["nowhere", "127.0.0.1", "127.0.0.1:65536", "unix:"],
            "BYTES" | "MILLISECONDS" | "COUNT" => &["many", "-1", "1.5", "99999999999999", ""],
            "BOOL" => &["maybe"],
            "OCTAL" => &["1000", "888", "-1", "rw", ""],
            "ORIGINS" => &["play.example", "https://play.example/"],
            "FORMAT" => &["0", "200", "xml"],
            "FILTER" => &["taash=loud"],
            "URL" => &["no URL"],
            // One file may need another: those of TLS are tried with their kind.
            "FILE" if variable == "TAASH_STATE_KEYS" => &["/does/not/exist", "/", "/dev/zero", "/dev/null"],
            "FILE" => &[],
            other => panic!("how can <{other}> be wrong?"),
        };
        for value in wrong {
            refused(&[], &[(variable, value)], variable);
        }
        variables += 1;
    }
    assert!(variables > 25, "{help}");
    for (variable, value) in [
        ("TAASH_WORKER_THREADS", "0"),
        ("TAASH_MAX_REQUEST_BYTES", "1"),
        ("TAASH_MAX_IN_FLIGHT", "0"),
        ("TAASH_CALL_DEADLINE_MS", "0"),
    ] {
        refused(&[], &[(variable, value)], variable);
    }
    refused(&["serve", "--max-request-bytes", "1"], &[], "TAASH_MAX_REQUEST_BYTES");
}

#[test]
fn the_admin_port_can_be_left_out() {
    assert_eq!(config(&["--admin-listen", "off"]).admin_listen, AdminListen::Off);
}

#[tokio::test]
async fn a_port_that_is_taken_is_named_too() {
    let server = Process::start(&[]);
    let (calls, admin) = (server.calls.to_string(), server.admin.to_string());
    for (variable, address) in [("TAASH_LISTEN", &calls), ("TAASH_ADMIN_LISTEN", &admin)] {
        let free = [("TAASH_LISTEN", "127.0.0.1:0"), ("TAASH_ADMIN_LISTEN", "127.0.0.1:0")];
        let output = run(&[], &[free[0], free[1], (variable, address)]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "the setting is right, the machine is not: {text}");
        assert!(text.contains(variable) && text.contains(address), "{text}");
    }
}

/// Where logs are JSON, a start that fails is one line of JSON, whatever is wrong.
#[test]
fn a_failed_start_is_told_in_json_where_logs_are_json() {
    let json = [("TAASH_LOG_FORMAT", "json")];
    for (arguments, variable) in [
        (&["serve", "--max-request-bytes", "1"] as &[&str], "TAASH_MAX_REQUEST_BYTES"),
        (&["--state-keys", "/does/not/exist"], "TAASH_STATE_KEYS"),
        (&["--listen", "192.0.2.1:1"], "TAASH_LISTEN"),
    ] {
        let output = run(arguments, &json);
        assert!(!output.status.success());
        let text = String::from_utf8(output.stderr).unwrap();
        let last = text.lines().last().unwrap();
        assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{text}");
        assert!(last.contains(r#""level":"ERROR""#) && last.contains(variable), "{text}");
    }
}

#[tokio::test]
async fn every_address_is_that_of_ipv4_too() {
    let server = Process::start(&["--listen", "[::]:0", "--admin-listen", "[::]:0"]);
    for port in [server.calls.port(), server.admin.port()] {
        let serving = health(([127, 0, 0, 1], port).into(), "").await;
        assert_eq!(serving, Some(ServingStatus::Serving));
    }
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    refused(&["--call-deadline-ms", "3000", "--drain-wait-ms", "2000"], &[], "TAASH_CALL_DEADLINE_MS");
    refused(&["--tls-cert", "chain.pem"], &[], "TAASH_TLS_KEY");
    refused(&["--tls-key", "key.pem"], &[], "TAASH_TLS_CERT");
    refused(&["--tls-client-ca", "ca.pem"], &[], "TAASH_TLS_CERT");
    refused(&["--require-state-keys"], &[], "TAASH_STATE_KEYS");
    refused(&[], &[("TAASH_REQUIRE_STATE_KEYS", "true")], "TAASH_STATE_KEYS");
    refused(&["--accept-unsealed"], &[], "TAASH_ACCEPT_UNSEALED");
    refused(&["--tls-cert", "/does/not/exist", "--tls-key", "/does/not/exist"], &[], "TAASH_TLS_CERT");
    if !cfg!(feature = "otlp") {
        refused(&["--otlp-endpoint", "http://127.0.0.1:4317"], &[], "TAASH_OTLP_ENDPOINT");
    }
}

#[test]
fn help_gives_every_flag_its_variable_and_every_number_its_default_and_unit() {
    let help = run(&["serve", "--help"], &[]);
    assert!(help.status.success());
    let help = String::from_utf8(help.stdout).unwrap();
    let flags: Vec<&str> = help.split("\n      --").skip(1).filter(|flag| !flag.starts_with("help")).collect();
    assert!(flags.len() > 25, "{help}");
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/README.md")).unwrap();
    for flag in flags {
        let name = flag.split_whitespace().next().unwrap();
        let variable = format!("TAASH_{}", name.to_uppercase().replace('-', "_"));
        assert!(flag.contains(&format!("[env: {variable}=")), "{name} lacks its variable: {flag}");
        let row = readme.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{variable}`")));
        let row = row.unwrap_or_else(|| panic!("deploy/README.md lacks {variable}"));
        if let Some((_, default)) = flag.split_once("[default: ") {
            let default = default.split(']').next().unwrap();
            assert!(row.contains(default), "{variable} is not {default} by default in deploy/README.md: {row}");
        }
        for unit in ["BYTES", "MILLISECONDS"] {
            if flag.contains(&format!("<{unit}>")) {
                assert!(flag.contains(&unit.to_lowercase()), "{name} lacks its unit: {flag}");
                assert!(flag.contains("[default: "), "{name} lacks its default: {flag}");
            }
        }
    }
}

#[test]
fn probes_work_in_the_environment_of_the_server() {
    let server = Process::start(&[]);
    let address = format!("http://{}", server.calls);
    let variables = [("TAASH_LISTEN", "0.0.0.0:50051"), ("TAASH_MAX_IN_FLIGHT", "7")];
    for (address, name) in [(&address, ""), (&address, "liveness"), (&format!("http://{}", server.admin), "readiness")]
    {
        let probe = run(&["health", "--address", address, "--service", name], &variables);
        assert_eq!(probe.status.code(), Some(0), "{probe:?}");
    }
    let unknown = run(&["health", "--address", &address, "--service", "something else"], &variables);
    assert_eq!(unknown.status.code(), Some(1));
    let nobody = run(&["health", "--address", "http://127.0.0.1:1"], &[]);
    assert_eq!(nobody.status.code(), Some(1));
}

#[tokio::test]
async fn a_server_says_once_what_is_not_protected() {
    let server = Process::start(&["--listen", "0.0.0.0:0"]);
    server.logged("TAASH_STATE_KEYS").await;
    server.logged("TAASH_TLS_CERT").await;
    let mut client = server.client().await;
    client.list_games(taash::wire::pb::engine::ListGamesRequest {}).await.unwrap();
    assert_eq!(server.log().matches("TAASH_STATE_KEYS").count(), 1);
    let local = Process::start(&[]);
    local.logged("TAASH_STATE_KEYS").await;
    assert!(!local.log().contains("TAASH_TLS_CERT"), "loopback needs no TLS");
}

#[tokio::test]
async fn the_server_runs_on_as_many_threads_as_it_is_told() {
    for threads in ["1", "3"] {
        let server = Process::start(&["--worker-threads", threads]);
        server.client().await.list_games(taash::wire::pb::engine::ListGamesRequest {}).await.unwrap();
        assert_eq!(server.worker_threads(), if threads == "1" { 0 } else { 3 }, "a single one needs no other");
    }
}
