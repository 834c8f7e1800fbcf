use super::process::{Process, exchange};

const PATH: &str = "/taash.engine.v1.EngineService/ListGames";

fn request(origin: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: taash\r\norigin: {origin}\r\ncontent-type: application/grpc-web+proto\r\n\
         x-grpc-web: 1\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn preflight(origin: &str) -> Vec<u8> {
    format!(
        "OPTIONS {PATH} HTTP/1.1\r\nhost: taash\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n\
         access-control-request-headers: content-type,x-grpc-web,x-user-agent\r\nconnection: close\r\n\r\n"
    )
    .into_bytes()
}

async fn ask(server: &Process, request: &[u8]) -> String {
    String::from_utf8_lossy(&exchange(server.calls, request).await).to_lowercase()
}

#[tokio::test]
async fn a_browser_calls_on_the_same_port() {
    let server = Process::start(&["--cors-origins", "https://play.example,https://other.example"]);
    let allowed = "access-control-allow-origin: https://play.example\r\n";
    let answer = ask(&server, &preflight("https://play.example")).await;
    assert!(answer.starts_with("http/1.1 200") && answer.contains(allowed), "{answer}");
    assert!(answer.contains("x-grpc-web"), "{answer}");

    let answer = ask(&server, &request("https://play.example", &[0; 5])).await;
    assert!(answer.starts_with("http/1.1 200") && answer.contains(allowed), "{answer}");
    assert!(answer.contains("content-type: application/grpc-web+proto"), "{answer}");
    assert!(answer.contains("grpc-status-details-bin"), "exposed: {answer}");
    assert!(answer.contains("pis_yedili"), "the catalogue: {answer}");
    assert!(answer.contains("grpc-status:0"), "the trailers in the body: {answer}");
    let name = r#"taash_calls_total{method="ListGames",game="",code="OK",reason=""}"#;
    server.counted(name, 1.0).await;

    let refused = ask(&server, &request("https://play.example", &[0, 0, 0, 0, 1, 0xff])).await;
    assert!(refused.contains("grpc-status: 3") || refused.contains("grpc-status:3"), "{refused}");
}

#[tokio::test]
async fn pages_of_other_origins_may_not_call() {
    let server = Process::start(&["--cors-origins", "https://play.example"]);
    let nobody = Process::start(&[]);
    for server in [&server, &nobody] {
        for bytes in [preflight("https://evil.example"), request("https://evil.example", &[0; 5])] {
            let answer = ask(server, &bytes).await;
            assert!(!answer.contains("access-control-allow-origin"), "{answer}");
        }
    }
    let everybody = Process::start(&["--cors-origins", "*"]);
    assert!(ask(&everybody, &preflight("https://any.example")).await.contains("access-control-allow-origin: *"));
}

#[tokio::test]
async fn gates_that_are_closed_stay_closed() {
    let server = Process::start(&["--grpc-web", "false"]);
    let answer = ask(&server, &request("https://play.example", &[0; 5])).await;
    assert!(!answer.contains("grpc-status"), "{answer}");
    let open = Process::start(&[]);
    let answer = ask(&open, b"GET / HTTP/1.1\r\nhost: taash\r\nconnection: close\r\n\r\n").await;
    assert!(answer.starts_with("http/1.1 415"), "{answer}");
}

/// The status and the body of a request over HTTP/2.
async fn h2_request(server: &Process, method: &str, path: &str, content: &str) -> (u16, String) {
    let stream = tokio::net::TcpStream::connect(server.calls).await.unwrap();
    let (mut sender, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let mut request = hyper::Request::builder().method(method).uri(format!("http://{}{path}", server.calls));
    if !content.is_empty() {
        request = request.header("content-type", content);
    }
    let (answer, mut body) = sender.send_request(request.body(()).unwrap(), false).unwrap();
    body.send_data(r#"{"seats": 4}"#.into(), true).unwrap();
    let (head, mut body) = answer.await.unwrap().into_parts();
    let text = body.data().await.map(|chunk| String::from_utf8_lossy(&chunk.unwrap()).into_owned());
    (head.status.as_u16(), text.unwrap_or_default())
}

#[tokio::test]
async fn what_is_no_grpc_is_refused_in_words_also_while_draining() {
    let server = Process::start(&["--drain-delay-ms", "5000"]);
    let requests = [
        ("GET", "/", ""),
        ("GET", "/healthz", ""),
        ("POST", PATH, ""),
        ("POST", PATH, "application/json"),
        ("POST", PATH, "application/grpc+json"),
        ("POST", PATH, "text/html"),
    ];
    for draining in [false, true] {
        if draining {
            server.signal("TERM");
            super::process::until("draining", async || server.page("/readyz").await.0 == 503).await;
        }
        for (method, path, content) in requests {
            let (status, text) = h2_request(&server, method, path, content).await;
            assert_eq!(status, 415, "{method} {path} {content}");
            assert!(text.contains("gRPC"), "{text}");
        }
        let get = b"GET / HTTP/1.1\r\nhost: taash\r\nconnection: close\r\n\r\n";
        assert!(ask(&server, get).await.starts_with("http/1.1 415"));
    }
    assert_eq!(server.metric("taash_not_grpc_total").await, 14.0);
}
