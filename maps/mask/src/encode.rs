//! Writes masks as PNG files.

use std::collections::HashMap;
use std::io::{self, Write};

use super::colour::Rgba;
use super::regions::Regions;

/// Options for writing a mask.
#[derive(Debug, Clone, Copy, Default)]
pub struct PngOptions {
    /// Faster, but with more bytes.
    pub fast: bool,
    /// Name of the program that drew the mask, to distinguish it from the author's own.
    pub software: Option<&'static str>,
}

impl Regions {
    /// Writes the mask as a PNG: indexed if 256 colours suffice, otherwise RGB or, if any colour is
    /// not opaque, RGBA. The same mask gives the same bytes. Holds only a few rows at a time.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_png(&self, out: impl Write) -> io::Result<()> {
        self.write_png_with(out, PngOptions::default())
    }

    /// [`Regions::write_png`] with options, which do not affect the pixels.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_png_with(&self, out: impl Write, options: PngOptions) -> io::Result<()> {
        let mut palette: Vec<Rgba> = Vec::new();
        let mut places: HashMap<Rgba, usize> = HashMap::new();
        for (_, region) in self.iter() {
            places.entry(region.colour).or_insert_with(|| {
                palette.push(region.colour);
                palette.len() - 1
            });
        }
        let opaque = palette.iter().all(|colour| colour.alpha() == 255);
        let mut encoder = png::Encoder::new(out, self.width(), self.height());
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(if options.fast {
            png::Compression::Fast
        } else {
            png::Compression::High
        });
        if let Some(software) = options.software {
            encoder.add_text_chunk("Software".to_owned(), software.to_owned())?;
        }
        if palette.len() <= 256 {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_filter(png::Filter::NoFilter);
            encoder.set_palette(palette.iter().flat_map(|c| c.rgb().0).collect::<Vec<_>>());
            if !opaque {
                encoder.set_trns(palette.iter().map(|c| c.alpha()).collect::<Vec<_>>());
            }
            self.write_rows(encoder, |colour| [places[&colour] as u8])
        } else if opaque {
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_filter(png::Filter::Sub);
            self.write_rows(encoder, |colour| colour.rgb().0)
        } else {
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_filter(png::Filter::Sub);
            self.write_rows(encoder, |colour| colour.0)
        }
    }

    fn write_rows<const N: usize>(
        &self,
        encoder: png::Encoder<'_, impl Write>,
        pixel: impl Fn(Rgba) -> [u8; N],
    ) -> io::Result<()> {
        let pixels: Vec<[u8; N]> = self
            .iter()
            .map(|(_, region)| pixel(region.colour))
            .collect();
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        let mut row = vec![[0; N]; self.width() as usize];
        for y in 0..self.height() {
            for run in self.row(y) {
                row[run.start as usize..run.end as usize].fill(pixels[run.region.index()]);
            }
            stream.write_all(row.as_flattened())?;
        }
        stream.finish()?;
        writer.finish()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{PixelFormat, PngOptions, Regions, read};

    #[test]
    fn a_written_mask_is_read_back() {
        for (colours, alpha) in [(1, 255), (7, 255), (7, 0), (300, 255), (300, 128)] {
            let pixels: Vec<u8> = (0..40 * 30)
                .flat_map(|i: u32| {
                    let [_, _, hi, lo] = (i % colours).to_be_bytes();
                    [hi, lo, 3, if i.is_multiple_of(11) { alpha } else { 255 }]
                })
                .collect();
            let mask = Regions::from_pixels(40, 30, &PixelFormat::Rgba8, &pixels).unwrap();
            let mut bytes = Vec::new();
            let options = PngOptions {
                fast: colours == 7,
                software: (colours > 1).then_some("Marchland"),
            };
            mask.write_png_with(&mut bytes, options).unwrap();
            let again = read(&bytes).unwrap();
            assert!(mask.runs().eq(again.runs()), "{colours} colours");
            assert!(mask.iter().eq(again.iter()), "{colours} colours");
        }
    }
}
