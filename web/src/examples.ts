// What the page offers in the first second: published problems to click, and what is usually asked.

/** A label and the problem in Popeye's language. */
export const EXAMPLES: [string, string][] = [
  ["#2 · Mansfield", "Author Comins Mansfield\nOrigin The British Chess Magazine 1922, 2nd Prize\nStipulation #2\nOption Variation\nForsyth 6K1/6p1/7b/4Pk2/2Q2s1P/2B3R1/5sP1/5R2"],
  ["h#2 · Lind", "Author Carl Erik Lind\nOrigin Svenska Problemschackklubben 1938, Prize\nStipulation h#2\nForsyth 8/3P4/ps6/k7/p7/8/1p1K4/8"],
  ["Circe · Oganesjan", "Author Aleksey Oganesjan\nOrigin Julia's Fairies 2022\nStipulation h#2\nCondition Circe\nPieces White Be2 Bd8 Pg3 Pb3 Pa5 Pa7 Kb8 Black Rh1 Rf8 Ke1 Qa1 Bf2 Ba6 Sd2 Pe3 Ph4"],
  ["nightriders · Dawson", "Author Thomas Rayner Dawson\nOrigin The Problemist 1927\nStipulation #2\nOption Variation\nForsyth 2s5/8/pP2p3/2KbN3/2pP4/2S5/2s5/k2S4"],
];

/** The usual stipulations. */
export const USUAL = ["#2", "#3", "h#2", "h#3", "s#2", "ser-h#5", "=2"];
