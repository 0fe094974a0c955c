//! TCP connections, plain or with TLS.

use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::sync::Arc;

use parking_lot::Mutex;
use rustls::{ServerConfig, ServerConnection};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};

use super::super::Origin;
use super::{Network, Wire};
use crate::protocol::command::{Error, ErrorCode};
use crate::protocol::line;

/// One connection of the real server.
pub enum Socket {
    /// Unencrypted.
    Plain(TcpStream),
    /// Encrypted with TLS.
    Tls(Box<Tls>),
}

/// A TLS connection. The TLS state knows no sockets: bytes are passed in and out wherever the
/// server reads and writes.
pub struct Tls {
    stream: TcpStream,
    state: Mutex<ServerConnection>,
}

impl Tls {
    /// Writes pending TLS data, as much as the socket accepts.
    fn pump(&self, state: &mut ServerConnection) -> io::Result<()> {
        while state.wants_write() {
            state.write_tls(&mut Raw(&self.stream))?;
        }
        Ok(())
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut state = self.state.lock();
        loop {
            match state.reader().read(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // Lines have explicit ends, so a truncated stream cannot fake a complete
                // line.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                read => return read,
            }
            if state.read_tls(&mut Raw(&self.stream))? == 0 {
                return Ok(0);
            }
            let processed = state.process_new_packets();
            if state.is_handshaking() && matches!(processed, Err(rustls::Error::InvalidMessage(_)))
            {
                // Not TLS, so the client understands a line instead of an alert.
                let text = "this port speaks TLS: connect with TLS, or to another port";
                let line = line(&Error::new(ErrorCode::Closing, text)) + "\n";
                let _ = Raw(&self.stream).write(line.as_bytes());
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
            // Send the TLS reply, which may be an alert.
            match self.pump(&mut state) {
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                _ => {}
            }
            processed.map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
        }
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state.lock();
        self.pump(&mut state)?;
        let taken = state.writer().write(bytes)?;
        match self.pump(&mut state) {
            Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
            _ => {}
        }
        if taken == 0 && !bytes.is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        Ok(taken)
    }

    /// Whether decrypted input is already available.
    fn has_input(&self) -> bool {
        let state = self.state.lock().process_new_packets();
        state.is_ok_and(|state| state.plaintext_bytes_to_read() > 0)
    }
}

/// Adapts the socket to `Read` and `Write` for TLS.
struct Raw<'a>(&'a TcpStream);

impl Read for Raw<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.try_read(bytes)
    }
}

impl Write for Raw<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Socket {
    fn stream(&self) -> &TcpStream {
        match self {
            Self::Plain(stream) => stream,
            Self::Tls(tls) => &tls.stream,
        }
    }
}

impl Wire for Socket {
    fn origin(&self) -> Option<Origin> {
        let address = self.stream().peer_addr().ok()?;
        Some(address.ip().into())
    }

    async fn readable(&self) -> io::Result<()> {
        match self {
            Self::Tls(tls) if tls.has_input() => Ok(()),
            _ => self.stream().readable().await,
        }
    }

    async fn writable(&self) -> io::Result<()> {
        self.stream().writable().await
    }

    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.try_read(bytes),
            Self::Tls(tls) => tls.read(bytes),
        }
    }

    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.try_write(bytes),
            Self::Tls(tls) => tls.write(bytes),
        }
    }

    fn is_flushed(&self) -> bool {
        match self {
            Self::Plain(_) => true,
            Self::Tls(tls) => !tls.state.lock().wants_write(),
        }
    }

    fn finish(&self) -> io::Result<()> {
        if let Self::Tls(tls) = self {
            let mut state = tls.state.lock();
            state.send_close_notify();
            // If this fails, the end of the connection says the same.
            let _ = tls.pump(&mut state);
        }
        SockRef::from(self.stream()).shutdown(Shutdown::Write)
    }
}

impl Network for TcpListener {
    type Wire = Socket;

    async fn accept(&self) -> io::Result<Socket> {
        accept(self).await.map(Socket::Plain)
    }
}

async fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    let (stream, _) = listener.accept().await?;
    crate::tcp::prepare(&stream);
    Ok(stream)
}

/// Plain connections on one port, and TLS on another.
pub struct Listeners {
    /// The port for plain connections.
    pub plain: TcpListener,
    /// The port for TLS.
    pub tls: TcpListener,
    /// The TLS configuration with the server's certificate.
    pub config: Arc<ServerConfig>,
}

impl Network for Listeners {
    type Wire = Socket;

    async fn accept(&self) -> io::Result<Socket> {
        tokio::select! {
            stream = accept(&self.plain) => stream.map(Socket::Plain),
            stream = accept(&self.tls) => {
                let state = ServerConnection::new(Arc::clone(&self.config));
                let state = Mutex::new(state.map_err(io::Error::other)?);
                Ok(Socket::Tls(Box::new(Tls { stream: stream?, state })))
            }
        }
    }
}
