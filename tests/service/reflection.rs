//! Server reflection as clients use it, in both versions.

use crate::support::Server;
use prost_reflect::DescriptorPool;
use tonic_reflection::pb::{v1, v1alpha};

/// The requests and the answers of one stream, in the messages of v1.
type Ask = v1::server_reflection_request::MessageRequest;
type Answer = v1::server_reflection_response::MessageResponse;

const SERVICES: [&str; 4] = [
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
    "taash.engine.v1.EngineService",
];

fn request(ask: Option<Ask>) -> v1::ServerReflectionRequest {
    v1::ServerReflectionRequest { host: "a host".into(), message_request: ask }
}

/// The other version's message of the same content: field numbers and types are the same.
fn convert<T: prost::Message + Default>(message: &impl prost::Message) -> T {
    T::decode(message.encode_to_vec().as_slice()).unwrap()
}

/// Asks all on one stream of each version. Both have to answer alike, and each answer repeats its request.
async fn ask(server: &Server, asks: Vec<Option<Ask>>) -> Vec<Answer> {
    let requests: Vec<_> = asks.into_iter().map(request).collect();
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let mut answers = client.server_reflection_info(tokio_stream::iter(requests.clone())).await.unwrap().into_inner();
    let old: Vec<v1alpha::ServerReflectionRequest> = requests.iter().map(convert).collect();
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let mut old_answers = client.server_reflection_info(tokio_stream::iter(old)).await.unwrap().into_inner();
    let mut all = Vec::new();
    for request in requests {
        let answer = answers.message().await.unwrap().expect("an answer to each request");
        let old: v1::ServerReflectionResponse = convert(&old_answers.message().await.unwrap().unwrap());
        assert_eq!(old, answer);
        assert_eq!((answer.valid_host.as_str(), answer.original_request), ("a host", Some(request)));
        all.push(answer.message_response.unwrap());
    }
    assert!(answers.message().await.unwrap().is_none());
    all
}

async fn ask_one(server: &Server, one: Ask) -> Answer {
    ask(server, vec![Some(one)]).await.remove(0)
}

fn error_code(answer: &Answer) -> i32 {
    let Answer::ErrorResponse(error) = answer else { panic!("{answer:?}") };
    error.error_code
}

/// The files of an answer, and the name of the first. A pool takes no file whose imports it lacks.
fn files(answer: &Answer) -> (DescriptorPool, String) {
    let Answer::FileDescriptorResponse(files) = answer else { panic!("{answer:?}") };
    let files: Vec<prost_types::FileDescriptorProto> =
        files.file_descriptor_proto.iter().map(|file| prost::Message::decode(file.as_slice()).unwrap()).collect();
    let first = files[0].name().to_owned();
    let mut pool = DescriptorPool::new();
    pool.add_file_descriptor_protos(files).expect("an answer with all imports");
    (pool, first)
}

#[tokio::test]
async fn the_services_are_listed() {
    let server = Server::start().await;
    let Answer::ListServicesResponse(list) = ask_one(&server, Ask::ListServices(String::new())).await else {
        panic!("a list of services");
    };
    assert_eq!(list.service.iter().map(|service| service.name.as_str()).collect::<Vec<_>>(), SERVICES);
}

#[tokio::test]
async fn a_symbol_of_any_kind_is_answered_with_its_file_and_all_that_it_imports() {
    let server = Server::start().await;
    for (symbol, file) in [
        ("taash.engine.v1.EngineService", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.EngineService.Apply", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.ApplyRequest", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.ApplyRequest.state", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.Move.move", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.REASON_RULE_BROKEN", "taash/engine/v1/engine.proto"),
        ("taash.engine.v1.Reason", "taash/engine/v1/engine.proto"),
        ("taash.jhyap.v1.Move", "taash/jhyap/v1/jhyap.proto"),
        ("google.rpc.ErrorInfo", "error_details.proto"),
        ("google.rpc.ErrorInfo.MetadataEntry", "error_details.proto"),
        ("google.rpc.BadRequest.FieldViolation", "error_details.proto"),
        ("google.rpc.Status", "status.proto"),
        ("google.protobuf.Any", "google/protobuf/any.proto"),
        ("grpc.health.v1.HealthCheckResponse.SERVING", "health.proto"),
    ] {
        let (pool, found) = files(&ask_one(&server, Ask::FileContainingSymbol(symbol.into())).await);
        assert_eq!(found, file, "{symbol}");
        let answer = ask_one(&server, Ask::FileByFilename(file.into())).await;
        assert_eq!(files(&answer).0.files().len(), pool.files().len(), "{file}");
    }
    let (pool, _) = files(&ask_one(&server, Ask::FileContainingSymbol("taash.engine.v1.EngineService".into())).await);
    assert!(pool.get_message_by_name("taash.jhyap.v1.Move").is_some(), "the files of the games come along");
}

#[tokio::test]
async fn what_does_not_exist_gets_an_error_response_and_the_stream_goes_on() {
    let server = Server::start().await;
    let extension = v1::ExtensionRequest { containing_type: "taash.jhyap.v1.Move".into(), extension_number: 1000 };
    let answers = ask(
        &server,
        vec![
            Some(Ask::FileContainingSymbol("taash.engine.v1.Nothing".into())),
            Some(Ask::FileContainingSymbol(String::new())),
            Some(Ask::FileByFilename("nothing.proto".into())),
            Some(Ask::FileContainingExtension(extension)),
            Some(Ask::AllExtensionNumbersOfType("taash.engine.v1.Nothing".into())),
            None,
            Some(Ask::AllExtensionNumbersOfType("taash.jhyap.v1.Move".into())),
            Some(Ask::FileContainingSymbol("taash.jhyap.v1.Move".into())),
        ],
    )
    .await;
    let codes: Vec<i32> = answers[..6].iter().map(error_code).collect();
    let [not_found, invalid] = [tonic::Code::NotFound, tonic::Code::InvalidArgument].map(i32::from);
    assert_eq!(codes, [not_found, not_found, not_found, not_found, not_found, invalid]);
    let Answer::AllExtensionNumbersResponse(numbers) = &answers[6] else { panic!("{:?}", answers[6]) };
    assert_eq!((numbers.base_type_name.as_str(), numbers.extension_number.len()), ("taash.jhyap.v1.Move", 0));
    files(&answers[7]);
}

#[tokio::test]
async fn a_request_that_is_longer_than_any_name_is_refused() {
    let server = Server::start().await;
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let long = request(Some(Ask::FileContainingSymbol("x".repeat(8192))));
    let mut answers = client.server_reflection_info(tokio_stream::iter([long])).await.unwrap().into_inner();
    assert_eq!(answers.message().await.unwrap_err().code(), tonic::Code::OutOfRange);
}
