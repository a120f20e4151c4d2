//! Colours.

/// The colours of circuits: those of Okabe and Ito (*Color Universal Design*, 2008) that stand out
/// on white, so that people with any colour vision tell them apart.
pub(super) const CIRCUITS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// The colour of the circuit that has this place in the order of the circuits, and whether its lines
/// are dashed: from the seventh on, the colours come again with dashes, and so on in turn.
pub(super) fn circuit(place: usize) -> (&'static str, bool) {
    let count = CIRCUITS.len();
    (CIRCUITS[place % count], place / count % 2 == 1)
}

/// Whether white text is easier to read on a colour 0xRRGGBB than black text, by the luma of
/// ITU-R BT.601.
pub(super) fn is_dark(colour: u32) -> bool {
    let part = |shift: u32| colour >> shift & 0xff;
    299 * part(16) + 587 * part(8) + 114 * part(0) < 128_000
}
