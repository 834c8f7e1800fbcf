//! The codec of tonic for our messages, with small buffers.

use super::pb::engine::{PlayRequest, PlayResponse};
use prost::Message;
use std::any::TypeId;
use std::marker::PhantomData;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, DecodeBuf, Decoder};
use tonic_prost::{ProstCodec, ProstDecoder, ProstEncoder};

/// Initial size of the buffers of a call, and the step by which they grow: more than a usual request or response needs. The
/// default of 8 KiB is larger than the blocks that the allocator caches.
const BUFFER_BYTES: usize = 1000;
/// How many bytes of responses a stream collects before it hands them on.
const YIELD_BYTES: usize = 16 * 1024;

/// tonic's Protobuf codec with buffers that fit our messages.
#[derive(Debug)]
pub(crate) struct SmallCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for SmallCodec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, U> Codec for SmallCodec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = SmallDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<T, U>::raw_encoder(BufferSettings::new(BUFFER_BYTES, YIELD_BYTES))
    }

    fn decoder(&mut self) -> Self::Decoder {
        let inner = ProstCodec::<T, U>::raw_decoder(BufferSettings::new(BUFFER_BYTES, YIELD_BYTES));
        SmallDecoder { inner, has_decoded: false }
    }
}

/// tonic's Protobuf decoder, which refuses a second message where the method has exactly one. tonic itself ignores it.
#[derive(Debug)]
pub(crate) struct SmallDecoder<U> {
    inner: ProstDecoder<U>,
    has_decoded: bool,
}

impl<U: Message + Default + 'static> Decoder for SmallDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, bytes: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        if self.has_decoded && !is_streamed::<U>() {
            return Err(Status::unimplemented("the method takes exactly one message"));
        }
        self.has_decoded = true;
        self.inner.decode(bytes)
    }

    fn buffer_settings(&self) -> BufferSettings {
        self.inner.buffer_settings()
    }
}

/// Whether there is a method with a stream of these messages.
fn is_streamed<U: 'static>() -> bool {
    let message = TypeId::of::<U>();
    message == TypeId::of::<PlayRequest>() || message == TypeId::of::<PlayResponse>()
}

#[cfg(test)]
mod tests {
    use crate::wire::pb::FILE_DESCRIPTOR_SET;
    use prost_reflect::DescriptorPool;

    #[test]
    fn exactly_the_messages_of_play_are_streamed() {
        let pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).unwrap();
        let methods: Vec<_> = pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()).collect();
        let requests = methods.iter().filter(|method| method.is_client_streaming()).map(|method| method.input());
        let responses = methods.iter().filter(|method| method.is_server_streaming()).map(|method| method.output());
        let streamed: Vec<_> = requests.chain(responses).map(|message| message.name().to_owned()).collect();
        assert_eq!(streamed, ["PlayRequest", "PlayResponse"], "`is_streamed` has to know them");
    }
}
