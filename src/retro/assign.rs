//! Sharing out places among men at the least cost (the Hungarian method).

/// The most men of a side.
pub(crate) const MOST: usize = 16;

/// A cost that nobody can pay.
pub(crate) const IMPOSSIBLE: i32 = 10_000;

/// Costs by man and place.
pub(crate) struct Costs {
    size: usize,
    cells: [[i32; MOST]; MOST],
}

impl Costs {
    /// As many men as places, nobody able to go anywhere.
    pub fn new(size: usize) -> Costs {
        Costs {
            size: size.min(MOST),
            cells: [[IMPOSSIBLE; MOST]; MOST],
        }
    }

    #[inline]
    pub fn set(&mut self, man: usize, place: usize, cost: i32) {
        self.cells[man][place] = cost.min(IMPOSSIBLE);
    }

    pub fn get(&self, man: usize, place: usize) -> i32 {
        self.cells[man][place]
    }

    /// Leaves so many men and places.
    pub fn shrink(&mut self, size: usize) {
        self.size = size.min(MOST);
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// The least sum over all ways to give each man a place of his own; none if there is no
    /// way.
    pub fn least(&self) -> Option<i32> {
        let prices = self.prices();
        (prices.total < IMPOSSIBLE).then_some(prices.total)
    }

    /// The least sum with prices that prove it: no cost is below the prices of man and place.
    pub fn prices(&self) -> Prices {
        let size = self.size;
        // Rows and columns from 1 on; column 0 holds the man to be placed next.
        let mut row_price = [0_i32; MOST + 1];
        let mut column_price = [0_i32; MOST + 1];
        let mut holder = [0_usize; MOST + 1];
        let mut way = [0_usize; MOST + 1];
        for man in 1..=size {
            holder[0] = man;
            let mut column = 0;
            let mut slack = [i32::MAX; MOST + 1];
            let mut used = [false; MOST + 1];
            loop {
                used[column] = true;
                let row = holder[column];
                let (mut delta, mut next) = (i32::MAX, 0);
                for place in 1..=size {
                    if used[place] {
                        continue;
                    }
                    let cost =
                        self.cells[row - 1][place - 1] - row_price[row] - column_price[place];
                    if cost < slack[place] {
                        slack[place] = cost;
                        way[place] = column;
                    }
                    if slack[place] < delta {
                        delta = slack[place];
                        next = place;
                    }
                }
                for place in 0..=size {
                    if used[place] {
                        row_price[holder[place]] += delta;
                        column_price[place] -= delta;
                    } else {
                        slack[place] = slack[place].saturating_sub(delta);
                    }
                }
                column = next;
                if holder[column] == 0 {
                    break;
                }
            }
            while column != 0 {
                holder[column] = holder[way[column]];
                column = way[column];
            }
        }
        Prices {
            total: -column_price[0],
            men: row_price,
            places: column_price,
        }
    }
}

/// What men and places are worth in a cheapest sharing, counted from 1.
pub(crate) struct Prices {
    pub total: i32,
    men: [i32; MOST + 1],
    places: [i32; MOST + 1],
}

impl Prices {
    /// No less than the least sum if one man has these costs instead of its own.
    #[inline]
    pub fn bound(&self, man: usize, costs: impl Iterator<Item = i32>) -> i32 {
        let places = self.places[1..].iter();
        let least = costs.zip(places).map(|(cost, price)| cost - price).min();
        self.total - self.men[man + 1] + least.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_gets_a_place_of_his_own() {
        let mut costs = Costs::new(3);
        let rows = [[1, 2, 9], [1, 5, 9], [1, 5, 4]];
        for (man, row) in rows.iter().enumerate() {
            for (place, cost) in row.iter().enumerate() {
                costs.set(man, place, *cost);
            }
        }
        assert_eq!(costs.least(), Some(2 + 1 + 4));
        assert_eq!(Costs::new(1).least(), None);
    }
}
