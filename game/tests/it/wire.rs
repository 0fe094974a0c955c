//! A network in memory that cuts, delays, tears and partitions according to a plan.
//!
//! It carries bytes in order, like TCP, and knows where lines end: each line can be delayed,
//! lost or cut off. Everything runs on one thread in the runtime's simulated time, so the
//! same plan gives the same game.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use marchland_game::client::net::{Dialled, Server, Stream};
use marchland_game::conquest::rules::{Dice, SeededDice};
use marchland_game::server::net::{Network, Wire};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// The direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    ToServer,
    ToClient,
}

/// How a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Both sides get an error; lines in transit are lost.
    Reset,
    /// Both sides read the end after what has arrived.
    Close,
    /// Neither side is told; later lines are lost without a trace.
    Silence,
}

/// What happens to the next line that a client's connection delivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Time in transit.
    pub(crate) delay: Duration,
    /// Nothing goes to or from this client for a while, beginning with this line.
    pub(crate) parted: Duration,
    /// The connection ends instead, when the line would have arrived.
    pub(crate) cut: Option<Cut>,
    /// The first half of the line arrives before the cut.
    pub(crate) torn: bool,
}

impl Fate {
    pub(crate) const ARRIVES: Self = Self {
        delay: Duration::ZERO,
        parted: Duration::ZERO,
        cut: None,
        torn: false,
    };
}

/// Decides about a line by its client, its direction, and the number of earlier lines in that
/// direction on all connections of the client.
pub(crate) type Plan = Box<dyn FnMut(usize, Way, usize) -> Fate + Send>;

/// A network between clients, who have numbers, and a server.
#[derive(Clone)]
pub(crate) struct Net(Arc<Mutex<World>>);

struct World {
    plan: Plan,
    /// Bytes are read and written in pieces of random size.
    pieces: Option<SeededDice>,
    connections: Vec<Connection>,
    knocking: VecDeque<usize>,
    accept: Option<Waker>,
    clients: Vec<Traffic>,
    began: Instant,
    trace: Vec<String>,
}

/// What a client's connections have seen.
#[derive(Default)]
struct Traffic {
    to_server: usize,
    to_client: usize,
    cuts: usize,
    /// Nothing gets through before this time.
    parted_until: Option<Instant>,
}

struct Connection {
    client: usize,
    to_server: Pipe,
    to_client: Pipe,
    cut: Option<Cut>,
}

#[derive(Default)]
struct Pipe {
    /// A line that is still incomplete.
    begun: Vec<u8>,
    on_its_way: VecDeque<Parcel>,
    last_arrival: Option<Instant>,
    arrived: VecDeque<u8>,
    /// The writer has finished.
    ended: bool,
    reader: Option<Waker>,
}

/// A line, and what becomes of it.
struct Parcel {
    line: Vec<u8>,
    cut: Option<Cut>,
    torn: bool,
}

/// One end of a connection.
pub(crate) struct End {
    net: Net,
    connection: usize,
    server: bool,
}

impl Net {
    pub(crate) fn new(clients: usize, plan: Plan) -> Self {
        Self(Arc::new(Mutex::new(World {
            plan,
            pieces: None,
            connections: Vec::new(),
            knocking: VecDeque::new(),
            accept: None,
            clients: (0..clients).map(|_| Traffic::default()).collect(),
            began: Instant::now(),
            trace: Vec::new(),
        })))
    }

    /// Makes reads and writes use pieces of random size from now on.
    pub(crate) fn in_pieces(&self, dice: SeededDice) {
        self.lock().pieces = Some(dice);
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    /// Lines that were to go to the server and to the client.
    pub(crate) fn lines(&self, client: usize) -> (usize, usize) {
        let world = self.lock();
        let traffic = &world.clients[client];
        (traffic.to_server, traffic.to_client)
    }

    /// How often the plan has cut.
    pub(crate) fn cuts(&self) -> usize {
        self.lock().clients.iter().map(|client| client.cuts).sum()
    }

    /// Everything delivered, with times.
    pub(crate) fn trace(&self) -> Vec<String> {
        self.lock().trace.clone()
    }

    /// Holds up all lines to and from a client for a while, without loss.
    pub(crate) fn part(&self, client: usize, time: Duration) {
        self.lock().clients[client].parted_until = Some(Instant::now() + time);
    }

    /// The server, as a client sees it.
    pub(crate) fn server(&self, client: usize) -> Server {
        let net = self.clone();
        let dial = move || -> Dialled {
            let dialled = net.clone().dial(client);
            Box::pin(async { Ok(Box::new(dialled.await?) as Box<dyn Stream>) })
        };
        Server {
            dial: Arc::new(dial),
            ..Server::here(0)
        }
    }

    /// Connects a client as soon as the network permits.
    pub(crate) async fn dial(self, client: usize) -> io::Result<End> {
        let parted = self.lock().clients[client].parted_until;
        if let Some(until) = parted {
            tokio::time::sleep_until(until).await;
        }
        let mut world = self.lock();
        let connection = world.connections.len();
        world.connections.push(Connection {
            client,
            to_server: Pipe::default(),
            to_client: Pipe::default(),
            cut: None,
        });
        world.knocking.push_back(connection);
        wake(&mut world.accept);
        drop(world);
        Ok(End {
            net: self,
            connection,
            server: false,
        })
    }

    /// Delivers the oldest line in a direction.
    fn arrive(&self, connection: usize, way: Way) {
        let mut world = self.lock();
        let world = &mut *world;
        let Connection {
            client, cut: None, ..
        } = world.connections[connection]
        else {
            return;
        };
        if let Some(until) = world.clients[client].parted_until
            && until > Instant::now()
        {
            let net = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep_until(until).await;
                net.arrive(connection, way);
            });
            return;
        }
        let found = &mut world.connections[connection];
        let pipe = found.pipe(way);
        let Some(Parcel { line, cut, torn }) = pipe.on_its_way.pop_front() else {
            return;
        };
        if let Some(cut) = cut {
            if torn {
                pipe.arrived.extend(&line[..line.len() / 2]);
            }
            found.cut(cut);
            world.clients[client].cuts += 1;
        } else {
            let at = world.began.elapsed().as_millis();
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            // Tokens are new each time.
            let text = text.split(' ').take(2).collect::<Vec<_>>().join(" ");
            world
                .trace
                .push(format!("{at} {connection} {way:?} {text}"));
            pipe.arrived.extend(line);
            wake(&mut pipe.reader);
        }
    }
}

impl Net {
    /// Closes a direction; the reader learns it after the last line.
    fn end(&self, connection: usize, way: Way) {
        let mut world = self.lock();
        let world = &mut *world;
        let found = &mut world.connections[connection];
        if found.cut.is_some() {
            return;
        }
        let parted = world.clients[found.client].parted_until;
        let pipe = found.pipe(way);
        let at = parted.max(pipe.last_arrival);
        if let Some(at) = at.filter(|&at| at > Instant::now()) {
            // Without a runtime the game is over and nobody reads.
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                let net = self.clone();
                runtime.spawn(async move {
                    tokio::time::sleep_until(at).await;
                    // After the lines that arrive at this moment.
                    tokio::task::yield_now().await;
                    net.end(connection, way);
                });
            }
            return;
        }
        while let Some(parcel) = pipe.on_its_way.pop_front() {
            pipe.arrived.extend(parcel.line);
        }
        pipe.ended = true;
        wake(&mut pipe.reader);
    }
}

impl Network for Net {
    type Wire = End;

    async fn accept(&self) -> io::Result<End> {
        poll_fn(|context| {
            let mut world = self.lock();
            let Some(connection) = world.knocking.pop_front() else {
                world.accept = Some(context.waker().clone());
                return Poll::Pending;
            };
            Poll::Ready(Ok(End {
                net: self.clone(),
                connection,
                server: true,
            }))
        })
        .await
    }
}

impl Connection {
    fn pipe(&mut self, way: Way) -> &mut Pipe {
        match way {
            Way::ToServer => &mut self.to_server,
            Way::ToClient => &mut self.to_client,
        }
    }

    fn cut(&mut self, cut: Cut) {
        self.cut = Some(cut);
        for pipe in [&mut self.to_server, &mut self.to_client] {
            pipe.on_its_way.clear();
            pipe.begun.clear();
            match cut {
                Cut::Reset => pipe.arrived.clear(),
                Cut::Close => pipe.ended = true,
                Cut::Silence => continue,
            }
            wake(&mut pipe.reader);
        }
    }
}

impl End {
    /// The direction of reads or writes.
    fn way(&self, reads: bool) -> Way {
        if self.server == reads {
            Way::ToServer
        } else {
            Way::ToClient
        }
    }

    fn poll_readable(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut world = self.net.lock();
        let connection = &mut world.connections[self.connection];
        let reset = connection.cut == Some(Cut::Reset);
        let pipe = connection.pipe(self.way(true));
        if reset || pipe.ended || !pipe.arrived.is_empty() {
            return Poll::Ready(Ok(()));
        }
        pipe.reader = Some(context.waker().clone());
        Poll::Pending
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut world = self.net.lock();
        let world = &mut *world;
        let connection = &mut world.connections[self.connection];
        if connection.cut == Some(Cut::Reset) {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        let pipe = connection.pipe(self.way(true));
        if pipe.arrived.is_empty() {
            return if pipe.ended {
                Ok(0)
            } else {
                Err(io::ErrorKind::WouldBlock.into())
            };
        }
        let most = bytes.len().min(pipe.arrived.len());
        let count = piece(&mut world.pieces, most);
        for (byte, arrived) in bytes.iter_mut().zip(pipe.arrived.drain(..count)) {
            *byte = arrived;
        }
        Ok(count)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let way = self.way(false);
        let mut world = self.net.lock();
        match world.connections[self.connection].cut {
            None => {}
            Some(Cut::Silence) => return Ok(bytes.len()),
            Some(_) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let count = piece(&mut world.pieces, bytes.len());
        for &byte in &bytes[..count] {
            let pipe = world.connections[self.connection].pipe(way);
            pipe.begun.push(byte);
            if byte != b'\n' {
                continue;
            }
            let line = std::mem::take(&mut pipe.begun);
            if let Some(at) = world.post(self.connection, way, line) {
                let (net, connection) = (self.net.clone(), self.connection);
                if at <= Instant::now() {
                    drop(world);
                    net.arrive(connection, way);
                    world = self.net.lock();
                } else {
                    tokio::spawn(async move {
                        tokio::time::sleep_until(at).await;
                        net.arrive(connection, way);
                    });
                }
            }
        }
        Ok(count)
    }

    fn finish_writing(&self) {
        self.net.end(self.connection, self.way(false));
    }
}

impl World {
    /// Sends a line. Returns when it arrives, unless it is lost.
    fn post(&mut self, connection: usize, way: Way, line: Vec<u8>) -> Option<Instant> {
        let connection = &mut self.connections[connection];
        if connection.cut.is_some() {
            return None;
        }
        let traffic = &mut self.clients[connection.client];
        let count = match way {
            Way::ToServer => &mut traffic.to_server,
            Way::ToClient => &mut traffic.to_client,
        };
        let fate = (self.plan)(connection.client, way, *count);
        *count += 1;
        if !fate.parted.is_zero() {
            traffic.parted_until = Some(Instant::now() + fate.parted);
        }
        let pipe = connection.pipe(way);
        let mut at = Instant::now() + fate.delay;
        at = at.max(pipe.last_arrival.unwrap_or(at));
        pipe.last_arrival = Some(at);
        let Fate { cut, torn, .. } = fate;
        pipe.on_its_way.push_back(Parcel { line, cut, torn });
        Some(at)
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.finish_writing();
    }
}

impl Wire for End {
    async fn readable(&self) -> io::Result<()> {
        poll_fn(|context| self.poll_readable(context)).await
    }

    async fn writable(&self) -> io::Result<()> {
        Ok(())
    }

    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read(bytes)
    }

    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes)
    }

    fn finish(&self) -> io::Result<()> {
        self.finish_writing();
        Ok(())
    }
}

impl AsyncRead for End {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Poll::Ready(Ok(())) = self.poll_readable(context) else {
            return Poll::Pending;
        };
        let count = self.read(buffer.initialize_unfilled())?;
        buffer.advance(count);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for End {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Poll::Ready(self.write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.finish_writing();
        Poll::Ready(Ok(()))
    }
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}

/// How many of `most` bytes are transferred at once, at least 1.
fn piece(pieces: &mut Option<SeededDice>, most: usize) -> usize {
    match pieces {
        Some(dice) if most > 0 => dice.below(most as u32) as usize + 1,
        _ => most,
    }
}
