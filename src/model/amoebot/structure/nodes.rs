//! Who is on which node: a hash table with open addressing.
//!
//! The standard library's maps are banned, because their order of iteration must not reach a run. This
//! table cannot be iterated over. Nodes near each other are looked up together, so a few nodes of a row
//! hash to neighbouring places, and such groups are spread.

use super::super::grid::Node;

/// A word that is no entry.
const EMPTY: u32 = u32::MAX;

/// A map from nodes to words below `u32::MAX`.
#[derive(Clone, Debug, Default)]
pub(in crate::model::amoebot) struct NodeMap {
    /// A power of two of places, at most half of them taken.
    places: Vec<(Node, u32)>,
    taken: usize,
}

impl NodeMap {
    /// An empty map with room for so many nodes.
    pub(in crate::model::amoebot) fn with_room(nodes: usize) -> Self {
        let places = (2 * nodes.max(4)).next_power_of_two();
        NodeMap {
            places: vec![(Node::ORIGIN, EMPTY); places],
            taken: 0,
        }
    }

    /// What is on a node.
    #[inline]
    pub(in crate::model::amoebot) fn get(&self, node: Node) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        let (_, word) = self.places[self.place(node)];
        (word != EMPTY).then_some(word)
    }

    /// Puts a word on a node that has none; returns the one that is there already otherwise.
    pub(in crate::model::amoebot) fn insert(&mut self, node: Node, word: u32) -> Result<(), u32> {
        if 2 * (self.taken + 1) > self.places.len() {
            self.grow();
        }
        let place = self.place(node);
        match self.places[place].1 {
            EMPTY => {
                self.places[place] = (node, word);
                self.taken += 1;
                Ok(())
            }
            other => Err(other),
        }
    }

    /// Puts a word on a node, in the place of the one that is there.
    pub(in crate::model::amoebot) fn set(&mut self, node: Node, word: u32) {
        if self.insert(node, word).is_err() {
            let place = self.place(node);
            self.places[place].1 = word;
        }
    }

    /// Takes the word off a node.
    pub(in crate::model::amoebot) fn remove(&mut self, node: Node) {
        if self.places.is_empty() {
            return;
        }
        let mask = self.places.len() - 1;
        let mut hole = self.place(node);
        if self.places[hole].1 == EMPTY {
            return;
        }
        self.taken -= 1;
        // Whatever was put further on because this place was taken has to be found without it.
        let mut place = hole;
        loop {
            place = (place + 1) & mask;
            let (here, word) = self.places[place];
            if word == EMPTY {
                break;
            }
            let home = Self::home(here) & mask;
            let (to_place, to_hole) = (place.wrapping_sub(home), hole.wrapping_sub(home));
            if to_hole & mask <= to_place & mask {
                self.places[hole] = (here, word);
                hole = place;
            }
        }
        self.places[hole] = (Node::ORIGIN, EMPTY);
    }

    /// Where a node would be if nobody were in its way. Four nodes of a row are beside each other; if
    /// it were the whole row, a search that starts in it would have to pass all of it.
    #[inline]
    fn home(node: Node) -> usize {
        let group = u64::from((node.x >> 2) as u32) << 32 | u64::from(node.y as u32);
        let mixed = group.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (mixed << 2 | u64::from(node.x as u32 & 3)) as usize
    }

    /// The place of a node, or the empty one where it would go. At least half of the places are
    /// empty, so the search ends.
    #[inline]
    fn place(&self, node: Node) -> usize {
        let mask = self.places.len() - 1;
        let mut place = Self::home(node) & mask;
        loop {
            let (here, word) = self.places[place];
            if word == EMPTY || here == node {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut larger = NodeMap::with_room(self.places.len());
        for &(node, word) in self.places.iter().filter(|(_, word)| *word != EMPTY) {
            let place = larger.place(node);
            larger.places[place] = (node, word);
            larger.taken += 1;
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_empty_map_holds_nothing() {
        assert_eq!(NodeMap::default().get(Node::ORIGIN), None);
    }

    proptest! {
        #[test]
        fn it_agrees_with_a_tree(nodes in prop::collection::vec((-9..9, -9..9), 0..200)) {
            let (mut map, mut tree) = (NodeMap::default(), BTreeMap::new());
            for (word, (x, y)) in (0u32..).zip(nodes) {
                let node = Node::new(x, y);
                let before = tree.get(&node).copied();
                prop_assert_eq!(map.insert(node, word), before.map_or(Ok(()), Err));
                tree.entry(node).or_insert(word);
                if word % 3 == 0 {
                    map.set(node, word);
                    tree.insert(node, word);
                }
            }
            for x in -10..10 {
                for y in -10..10 {
                    let node = Node::new(x, y);
                    prop_assert_eq!(map.get(node), tree.get(&node).copied());
                }
            }
        }
    }
}
