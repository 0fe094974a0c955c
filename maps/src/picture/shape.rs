//! Whether an image has the proportions of its mask.

/// Most that the proportions of an image and its mask may differ, as a share.
const TOLERANCE: f64 = 0.01;

/// Whether a picture of one size, laid over one of the other, is hardly stretched: their proportions
/// differ by at most one percent.
pub fn is_same_shape(one: (u32, u32), other: (u32, u32)) -> bool {
    let shape = |(width, height): (u32, u32)| f64::from(width) / f64::from(height.max(1));
    (1.0 - TOLERANCE..=1.0 + TOLERANCE).contains(&(shape(one) / shape(other)))
}

/// The size nearest to that of the image, at its width, with the proportions of the mask.
pub fn fitting(image: (u32, u32), mask: (u32, u32)) -> (u32, u32) {
    let height = f64::from(image.0) * f64::from(mask.1) / f64::from(mask.0.max(1));
    (image.0, (height.round() as u32).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_size_of_the_same_proportions_fits() {
        let mask = (2400, 1216);
        for image in [mask, (1200, 608), (4800, 2432), (600, 306)] {
            assert!(is_same_shape(image, mask), "{image:?}");
        }
        for image in [(600, 900), (2400, 1190), (1, 0)] {
            assert!(!is_same_shape(image, mask), "{image:?}");
        }
        assert_eq!(fitting((600, 900), mask), (600, 304));
        assert!(is_same_shape(fitting((600, 900), mask), mask));
    }
}
