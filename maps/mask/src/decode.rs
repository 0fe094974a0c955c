//! Decodes picture files into the rows of a mask.

use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat};
use marchland_pictures::{Bounds, Source};

use crate::limits::{MAX_IMAGE_FILE_BYTES, MAX_SIDE, MAX_WHOLE_IMAGE_BYTES};

use super::error::MaskError;
use super::jpeg;
use super::pixel::{LowBytes, PixelFormat};
use super::png;
use super::regions::Regions;
use super::run::{RunBuffer, RunSink};
use super::scan::{Scan, check_size};
use super::tiff::Palette;
use super::watch::{End, Progress, Watched};

/// Reads a mask from the bytes of a PNG, GIF, BMP, WebP, TIFF or JPEG file.
///
/// # Errors
/// Any [`MaskError`] except [`MaskError::Cancelled`].
pub fn read(bytes: &[u8]) -> Result<Regions, MaskError> {
    read_from(Cursor::new(bytes))
}

/// Reads a mask from a file of a known format, from its beginning regardless of the reader's
/// position.
///
/// # Errors
/// Any [`MaskError`] except [`MaskError::Cancelled`].
pub fn read_from(file: impl BufRead + Seek) -> Result<Regions, MaskError> {
    read_watched(file, &mut |_| ControlFlow::Continue(()))
}

/// [`read_from`] with progress: `watch` is called now and then, and can cancel by returning
/// `Break`.
///
/// # Errors
/// Any [`MaskError`].
pub fn read_watched(
    file: impl BufRead + Seek,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Regions, MaskError> {
    let mut scan = Scan::new();
    stream(file, &mut scan, watch)?;
    scan.finish()
}

/// Reads a picture and passes its rows to `sink`, from top to bottom.
///
/// A PNG is never held in memory; other formats are decoded completely, up to
/// [`MAX_WHOLE_IMAGE_BYTES`]. Of an animation, only the first picture counts.
///
/// # Errors
/// Any [`MaskError`], and whatever the sink returns.
pub fn stream(
    mut file: impl BufRead + Seek,
    sink: &mut dyn RunSink,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(), MaskError> {
    // Behind a pointer, so that the decoders are compiled only once.
    stream_source(&mut file, sink, watch)
}

fn stream_source(
    mut file: &mut dyn Source,
    sink: &mut dyn RunSink,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(), MaskError> {
    let bytes = file.seek(SeekFrom::End(0)).map_err(MaskError::Io)?;
    if bytes > MAX_IMAGE_FILE_BYTES {
        return Err(MaskError::FileTooLong { bytes });
    }
    file.seek(SeekFrom::Start(0)).map_err(MaskError::Io)?;
    let mut magic = Vec::new();
    (&mut file)
        .take(16)
        .read_to_end(&mut magic)
        .map_err(MaskError::Io)?;
    file.seek(SeekFrom::Start(0)).map_err(MaskError::Io)?;
    if marchland_pictures::is_zip(&magic) {
        return Err(MaskError::Zip);
    }
    let format = image::guess_format(&magic).map_err(|_| MaskError::UnknownFormat)?;
    if format == ImageFormat::Jpeg {
        if !jpeg::is_whole(&mut file).map_err(MaskError::Io)? {
            return Err(MaskError::CutOff { format: "JPEG" });
        }
        file.seek(SeekFrom::Start(0)).map_err(MaskError::Io)?;
    }

    let mut end = End::default();
    let file = Watched::new(file, bytes, watch, &mut end);
    let low_bytes = LowBytes::default();
    let result = match format {
        ImageFormat::Png => png::stream(file, &low_bytes, sink),
        ImageFormat::Tiff => tiff(file, &low_bytes, sink),
        _ => whole(file, format, None, &low_bytes, sink),
    };
    match result {
        Ok(()) => {
            sink.merged(low_bytes.merged());
            Ok(())
        }
        _ if end.cancelled => Err(MaskError::Cancelled),
        // The JPEG decoder always reads to the end of the file.
        Err(MaskError::Decode { format, .. }) if end.exhausted && format != "JPEG" => {
            Err(MaskError::CutOff { format })
        }
        result => result,
    }
}

/// A TIFF file; one with a palette is decoded as if it were grey.
fn tiff(
    mut file: impl BufRead + Seek,
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let palette = Palette::find(&mut file).map_err(MaskError::Io)?;
    file.seek(SeekFrom::Start(0)).map_err(MaskError::Io)?;
    match palette {
        Some(palette) => {
            let grey = BufReader::new(palette.as_grey(file));
            whole(
                grey,
                ImageFormat::Tiff,
                Some(palette.format),
                low_bytes,
                sink,
            )
        }
        None => whole(file, ImageFormat::Tiff, None, low_bytes, sink),
    }
}

/// Decodes a picture into memory and passes its rows on. A `palette` gives the meaning of its grey
/// values.
fn whole(
    file: impl BufRead + Seek,
    format: ImageFormat,
    palette: Option<PixelFormat>,
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let name = match format {
        ImageFormat::Gif => "GIF",
        ImageFormat::Bmp => "BMP",
        ImageFormat::WebP => "WebP",
        ImageFormat::Tiff => "TIFF",
        ImageFormat::Jpeg => "JPEG",
        _ => return Err(MaskError::UnknownFormat),
    };
    let failed = |error: image::ImageError| MaskError::Decode {
        format: name,
        reason: error.to_string(),
    };
    let bounds = Bounds {
        side: MAX_SIDE,
        bytes: MAX_WHOLE_IMAGE_BYTES,
    };
    let opened = marchland_pictures::open(file, bounds);
    let decoder = opened.map_err(failed)?.decoder;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let bytes = decoder.total_bytes();
    if bytes > MAX_WHOLE_IMAGE_BYTES {
        return Err(MaskError::WholeImage {
            format: name,
            bytes,
        });
    }
    let pixels = match decoder.color_type() {
        ColorType::L8 => palette.unwrap_or_else(|| PixelFormat::grey(8, None)),
        ColorType::La8 => PixelFormat::GreyAlpha8,
        ColorType::Rgb8 => PixelFormat::RGB,
        ColorType::Rgba8 => PixelFormat::Rgba8,
        ColorType::L16 => PixelFormat::Grey16 { key: None },
        ColorType::La16 => PixelFormat::GreyAlpha16,
        ColorType::Rgb16 => PixelFormat::Rgb16 { key: None },
        ColorType::Rgba16 => PixelFormat::Rgba16,
        _ => {
            // Floating-point TIFF: rare enough for the slow path.
            let image = DynamicImage::from_decoder(decoder).map_err(failed)?;
            let image = image.into_rgba8().into_raw();
            return hand_on(
                (width, height),
                &PixelFormat::Rgba8,
                &image,
                low_bytes,
                sink,
            );
        }
    };
    let wide = decoder.color_type().bytes_per_pixel() > decoder.color_type().channel_count();
    let mut image = vec![0; bytes as usize];
    decoder.read_image(&mut image).map_err(failed)?;
    if wide {
        for sample in image.as_chunks_mut::<2>().0 {
            *sample = u16::from_ne_bytes(*sample).to_be_bytes();
        }
    }
    hand_on((width, height), &pixels, &image, low_bytes, sink)
}

/// Passes on the rows of a picture in memory.
fn hand_on(
    (width, height): (u32, u32),
    pixels: &PixelFormat,
    image: &[u8],
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    sink.begin(width, height)?;
    let mut runs = RunBuffer::new();
    for row in image.chunks_exact(width as usize * pixels.bytes_per_pixel()) {
        pixels.runs_rounding(low_bytes, row, &mut runs);
        sink.row(runs.as_runs())?;
    }
    Ok(())
}
