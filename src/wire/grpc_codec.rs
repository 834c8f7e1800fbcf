//! The codec of tonic for our messages, with small buffers.

use prost::Message;
use std::marker::PhantomData;
use tonic::codec::{BufferSettings, Codec};
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
    type Decoder = ProstDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<T, U>::raw_encoder(BufferSettings::new(BUFFER_BYTES, YIELD_BYTES))
    }

    fn decoder(&mut self) -> Self::Decoder {
        ProstCodec::<T, U>::raw_decoder(BufferSettings::new(BUFFER_BYTES, YIELD_BYTES))
    }
}
