//! Projects the globe onto the plane.
//!
//! Formulas: J. P. Snyder, *Map Projections: A Working Manual*, USGS Professional Paper 1395
//! (1987), sphere of radius 1. Uses the functions of `libm`, not the platform's, so the same
//! degrees give the same bits everywhere.

use std::f64::consts::{FRAC_PI_4, PI};

/// A map projection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[derive(clap::ValueEnum)]
pub enum Projection {
    /// For the whole world, as classic boards show it: stretches latitudes towards the poles, but
    /// less than Mercator.
    Miller,
    /// Degrees of longitude and latitude are equally long.
    Equirectangular,
    /// Preserves angles, and cuts off the poles at 85 degrees.
    Mercator,
    /// Lambert's azimuthal equal-area projection around the middle, for up to a continent:
    /// preserves areas, and nearly shapes.
    EqualArea,
}

/// A projection with its centre: from degrees to a plane with the second coordinate upwards, in
/// units of the globe's radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    kind: Projection,
    longitude: f64,
    sin_latitude: f64,
    cos_latitude: f64,
}

fn radians(degrees: f64) -> f64 {
    degrees * (PI / 180.0)
}

impl Projection {
    /// The default for an extent in degrees: equal-area for a continent or less, Miller beyond.
    pub fn suiting(longitudes: f64, latitudes: f64) -> Self {
        if longitudes > 140.0 || latitudes > 110.0 {
            Self::Miller
        } else {
            Self::EqualArea
        }
    }

    /// Whether meridians become parallel vertical lines, so that the whole globe can wrap around.
    pub fn is_cylindrical(self) -> bool {
        self != Self::EqualArea
    }
}

impl Plane {
    /// The projection around a centre, in degrees.
    pub fn new(kind: Projection, [longitude, latitude]: [f64; 2]) -> Self {
        Self {
            kind,
            longitude,
            sin_latitude: libm::sin(radians(latitude)),
            cos_latitude: libm::cos(radians(latitude)),
        }
    }

    /// The projected position of a point in degrees.
    pub fn project(&self, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        let turn = radians(longitude - self.longitude);
        let latitude = latitude.clamp(-90.0, 90.0);
        match self.kind {
            Projection::Equirectangular => [turn, radians(latitude)],
            Projection::Miller => {
                let stretched = libm::tan(FRAC_PI_4 + 0.4 * radians(latitude));
                [turn, 1.25 * libm::log(stretched)]
            }
            Projection::Mercator => {
                let latitude = radians(latitude.clamp(-85.0, 85.0));
                [turn, libm::log(libm::tan(FRAC_PI_4 + latitude / 2.0))]
            }
            Projection::EqualArea => {
                let (sin, cos) = (libm::sin(radians(latitude)), libm::cos(radians(latitude)));
                let facing = self.sin_latitude * sin + self.cos_latitude * cos * libm::cos(turn);
                // The antipode is a circle; its middle has no direction.
                let k = libm::sqrt(2.0 / (1.0 + facing).max(1e-9));
                let up = self.cos_latitude * sin - self.sin_latitude * cos * libm::cos(turn);
                [k * cos * libm::sin(turn), k * up]
            }
        }
    }
}

#[cfg(test)]
mod tests;
