//! A raster of territory numbers.

/// A raster of territory numbers: 0 is the sea, `n` the territory of index `n - 1`. Rows from the
/// top, pixels from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    cells: Vec<u16>,
    /// Whether the left edge continues at the right.
    wraps: bool,
}

impl Grid {
    /// The label of the sea.
    pub const SEA: u16 = 0;

    /// An empty sea.
    pub fn new(width: u32, height: u32, wraps: bool) -> Self {
        let cells = vec![Self::SEA; width as usize * height as usize];
        Self::from_cells(width, height, wraps, cells)
    }

    /// A grid of labels, row by row.
    ///
    /// # Panics
    /// If the number of labels is not `width * height`.
    pub fn from_cells(width: u32, height: u32, wraps: bool, cells: Vec<u16>) -> Self {
        let (width, height) = (width as usize, height as usize);
        assert_eq!(cells.len(), width * height, "one label for each pixel");
        Self {
            width,
            height,
            cells,
            wraps,
        }
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether the left edge continues at the right.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// All labels, row by row.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// All labels, row by row, mutably.
    pub fn cells_mut(&mut self) -> &mut [u16] {
        &mut self.cells
    }

    /// The labels of one row.
    pub fn row(&self, y: usize) -> &[u16] {
        &self.cells[y * self.width..][..self.width]
    }

    /// The index of the pixel `dx` to the right of and `dy` below the pixel `at`; wraps around the
    /// edge if the grid does, otherwise `None` beyond it. Steps must be shorter than the grid's
    /// width.
    pub fn step(&self, at: usize, dx: isize, dy: isize) -> Option<usize> {
        // 32-bit divisions are faster, and masks have fewer pixels.
        let (at, row) = (at as u32, self.width as u32);
        let y = ((at / row) as usize).checked_add_signed(dy)?;
        if y >= self.height {
            return None;
        }
        let x = (at % row) as isize + dx;
        let width = self.width as isize;
        let x = if (0..width).contains(&x) {
            x
        } else if self.wraps {
            x.rem_euclid(width)
        } else {
            return None;
        };
        Some(y * self.width + x as usize)
    }

    /// The pixels that share a side with the pixel of index `at`.
    pub fn sides(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .map(|(dx, dy)| self.step(at, dx, dy))
            .into_iter()
            .flatten()
    }

    /// The pixels within `reach` columns and rows of the pixel `at`, including itself.
    pub fn around(&self, at: usize, reach: isize) -> impl Iterator<Item = usize> {
        let offsets = (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)));
        offsets.filter_map(move |(dx, dy)| self.step(at, dx, dy))
    }
}
