//! The write deadline: connections whose reader takes nothing are closed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Bytes per second that even the slowest reader has to take.
const MIN_RATE: u64 = 1024;

/// A stream whose writes fail if the reader at the other end is too slow. A stalled write
/// has `patience`; each byte that gets through gains a little time.
#[derive(Debug)]
pub(crate) struct WriteDeadline<S> {
    stream: S,
    patience: Duration,
    /// Runs while something waits to be written.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteDeadline<S> {
    pub(crate) const fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, deadline: None }
    }

    /// Passes on the result of a write, and ends one that waits for too long.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = result {
            if let (Ok(bytes), Some(deadline)) = (&result, &mut self.deadline) {
                let gained = Duration::from_micros(*bytes as u64 * 1_000_000 / MIN_RATE);
                let latest = Instant::now() + self.patience;
                let later = (deadline.deadline() + gained).min(latest);
                deadline.as_mut().reset(later);
            }
            return Poll::Ready(result);
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the reader is too slow")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteDeadline<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        // Everything is with the system.
        self.deadline = None;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(2);

    /// Writes far more than fits into the buffer, to a reader that takes `size` bytes at a
    /// time.
    async fn write_to_reader(size: usize) -> io::Result<()> {
        let (near, mut far) = duplex(1024);
        let write = tokio::spawn(async move {
            WriteDeadline::new(near, PATIENCE).write_all(&[0; 64 << 10]).await
        });
        let mut piece = vec![0; size];
        while !write.is_finished() && matches!(far.read(&mut piece).await, Ok(1..)) {
            sleep(Duration::from_millis(10)).await;
        }
        write.await.unwrap()
    }

    #[tokio::test]
    async fn a_reader_that_takes_nothing_or_drips_is_given_up() {
        let (near, _far) = duplex(1024);
        let nothing = WriteDeadline::new(near, PATIENCE / 10).write_all(&[0; 4096]).await;
        assert_eq!(nothing.unwrap_err().kind(), io::ErrorKind::TimedOut);
        let drip = write_to_reader(1).await;
        assert_eq!(drip.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_slow_reader_gets_everything() {
        write_to_reader(1024).await.unwrap();
    }
}
