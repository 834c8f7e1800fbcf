//! Compiles the protos with protox, so that nobody needs protoc on the machine, and hands the commit to the code.

/// Without the server there is nothing to generate: the rules core builds alone.
#[cfg(not(feature = "server"))]
fn main() {}

#[cfg(feature = "server")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::path::PathBuf;

    println!("cargo::rerun-if-changed=proto");
    println!("cargo::rerun-if-env-changed=TAASH_COMMIT");
    // Told from outside: where an image is built there is no history to ask.
    let commit = std::env::var("TAASH_COMMIT").unwrap_or_default();
    let version = std::env::var("CARGO_PKG_VERSION")?;
    let full = if commit.is_empty() { version } else { format!("{version} ({commit})") };
    println!("cargo::rustc-env=TAASH_COMMIT={commit}");
    println!("cargo::rustc-env=TAASH_VERSION={full}");

    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    // Engine imports the rest.
    let descriptors = protox::Compiler::new(["proto"])?
        .include_imports(true)
        .include_source_info(true)
        .open_file("taash/engine/v1/engine.proto")?
        .file_descriptor_set();
    tonic_prost_build::configure()
        .bytes(".taash.engine.v1")
        .file_descriptor_set_path(out.join("taash.binpb"))
        .skip_protoc_run()
        .include_file("taash.rs")
        .codec_path("crate::wire::grpc_codec::SmallCodec")
        .build_client(true)
        .compile_fds(descriptors.clone())?;
    std::fs::write(out.join("taash.binpb"), protox::prost::Message::encode_to_vec(&descriptors))?;
    Ok(())
}
