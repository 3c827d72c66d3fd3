// Every word of the page in three languages.

export type Language = "en" | "de" | "fr";
export const LANGUAGES: [Language, string][] = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"]];

const TABLE = {
  board: ["Board", "Brett", "Échiquier"],
  solution: ["Solution", "Lösung", "Solution"],
  statement: ["Statement: what is asked, and the conditions", "Forderung und Bedingungen", "Énoncé et conditions"],
  rules: ["Conditions of your own", "Eigene Bedingungen", "Conditions à vous"],
  rulesHint: ["A line with a name, then sentences; the statement names the condition", "Eine Zeile mit einem Namen, dann Sätze; die Forderung nennt die Bedingung", "Une ligne avec un nom, puis des phrases ; l'énoncé nomme la condition"],
  statementHint: ["e.g. h#2.5, Circe, Madrasi", "z. B. h#2,5, Circe, Madrasi", "p. ex. h#2,5, Circé, Madrasi"],
  language: ["Language", "Sprache", "Langue"],
  theme: ["Colours", "Farben", "Couleurs"],
  auto: ["as the system", "wie das System", "comme le système"],
  light: ["light", "hell", "clair"],
  dark: ["dark", "dunkel", "sombre"],
  print: ["hatched board", "schraffiertes Brett", "échiquier hachuré"],
  white: ["white", "weiß", "blanc"],
  black: ["black", "schwarz", "noir"],
  neutral: ["neutral", "neutral", "neutre"],
  side: ["Colour of the man", "Farbe des Steins", "Couleur de la pièce"],
  marks: ["Attributes", "Eigenschaften", "Attributs"],
  royal: ["royal", "königlich", "royal"],
  men: ["Men", "Steine", "Pièces"],
  search: ["Search a man: name or letters", "Stein suchen: Name oder Zeichen", "Chercher une pièce : nom ou lettres"],
  moveMen: ["move men", "Steine ziehen", "déplacer"],
  erase: ["remove men", "Steine entfernen", "enlever"],
  hole: ["holes", "Löcher", "trous"],
  empty: ["empty", "leer", "vide"],
  holeHere: ["hole", "Loch", "trou"],
  clear: ["Clear", "Leeren", "Vider"],
  start: ["Game array", "Grundstellung", "Position initiale"],
  turn: ["Turn", "Drehen", "Tourner"],
  mirror: ["Mirror", "Spiegeln", "Miroir"],
  colours: ["Exchange colours", "Farben tauschen", "Échanger les couleurs"],
  left: ["Shift left", "Nach links", "Vers la gauche"],
  right: ["Shift right", "Nach rechts", "Vers la droite"],
  up: ["Shift up", "Nach oben", "Vers le haut"],
  down: ["Shift down", "Nach unten", "Vers le bas"],
  flip: ["See from the other side", "Von der anderen Seite", "Voir de l'autre côté"],
  undo: ["Undo", "Rückgängig", "Annuler"],
  redo: ["Redo", "Wiederholen", "Rétablir"],
  files: ["Files", "Linien", "Colonnes"],
  ranks: ["Ranks", "Reihen", "Rangées"],
  stop: ["Stop", "Anhalten", "Arrêter"],
  again: ["Solve again", "Noch einmal lösen", "Résoudre encore"],
  setPlay: ["set play", "Satzspiel", "jeu apparent"],
  tries: ["tries", "Verführungen", "essais"],
  asText: ["as text", "als Text", "en texte"],
  solving: ["solving …", "wird gelöst …", "recherche …"],
  waiting: ["waiting for its turn …", "wartet …", "en attente …"],
  positions: ["positions", "Stellungen", "positions"],
  moveOf: ["move", "Zug", "coup"],
  nothingAsked: ["Say what is asked, e.g. #2", "Was ist gefordert? Zum Beispiel #2", "Que demande-t-on ? Par exemple #2"],
  stopping: ["stopping …", "wird angehalten …", "arrêt …"],
  stopped: ["stopped", "angehalten", "arrêté"],
  timeUp: ["stopped at the time limit: there may be more", "Zeitgrenze erreicht: es kann mehr geben", "limite de temps atteinte : il peut y en avoir d'autres"],
  limited: ["only the first solutions are shown", "nur die ersten Lösungen", "seulement les premières solutions"],
  refused: ["not solved", "nicht gelöst", "non résolu"],
  sound: ["SOUND", "KORREKT", "CORRECT"],
  dual: ["DUALS", "DUALE", "DUALS"],
  missing: ["SOLUTIONS MISSING", "LÖSUNGEN FEHLEN", "SOLUTIONS MANQUANTES"],
  illegal: ["ILLEGAL POSITION", "ILLEGALE STELLUNG", "POSITION ILLÉGALE"],
  unclaimed: ["solved", "gelöst", "résolu"],
  checking: ["examining …", "wird geprüft …", "vérification …"],
  found: ["found:", "gefunden:", "trouvé :"],
  whyNot: ["Why not?", "Warum nicht?", "Pourquoi pas ?"],
  whyHint: ["Make a move on the board: from where to where.", "Ein Zug auf dem Brett: von wo nach wo.", "Jouez un coup sur l'échiquier : d'où vers où."],
  solves: ["that solves", "das löst", "cela résout"],
  afterLine: ["after", "nach", "après"],
  cooked: ["COOKED", "NEBENLÖSIG", "DÉMOLI"],
  none: ["NO SOLUTION", "UNLÖSBAR", "INSOLUBLE"],
  short: ["SHORT SOLUTION", "KURZLÖSUNG", "SOLUTION COURTE"],
  solutions: ["solutions", "Lösungen", "solutions"],
  one: ["one solution", "eine Lösung", "une solution"],
  duals: ["duals", "Duale", "duals"],
  afterKey: ["after the key", "nach dem Schlüssel", "après la clé"],
  threat: ["threat", "Drohung", "menace"],
  but: ["but", "aber", "mais"],
  cut: ["The tree is cut off here: it is too large to be shown.", "Der Baum ist hier abgeschnitten: er ist zu groß.", "L'arbre est coupé ici : il est trop grand."],
  diagram: ["to the diagram", "zum Diagramm", "vers le diagramme"],
  back: ["back", "zurück", "en arrière"],
  forth: ["forth", "vor", "en avant"],
  share: ["Share and save", "Teilen und speichern", "Partager et enregistrer"],
  link: ["Copy link", "Link kopieren", "Copier le lien"],
  copied: ["copied", "kopiert", "copié"],
  download: ["Download as", "Herunterladen als", "Télécharger en"],
  paste: ["Paste a FEN, a statement or problems: Popeye, YACPDB, PGN, LaTeX, CSV …", "FEN, Forderung oder Aufgaben einfügen: Popeye, YACPDB, PGN, LaTeX, CSV …", "Coller un FEN, un énoncé ou des problèmes : Popeye, YACPDB, PGN, LaTeX, CSV …"],
  read: ["Read", "Lesen", "Lire"],
  open: ["Open a collection", "Sammlung öffnen", "Ouvrir une collection"],
  drafts: ["Drafts", "Entwürfe", "Brouillons"],
  save: ["Save as a draft", "Als Entwurf speichern", "Enregistrer comme brouillon"],
  remove: ["delete", "löschen", "supprimer"],
  offline: ["The server does not answer.", "Der Server antwortet nicht.", "Le serveur ne répond pas."],
  instead: ["instead", "stattdessen", "plutôt"],
  editing: ["The diagram is shown; men can be moved.", "Das Diagramm: Steine können gezogen werden.", "Le diagramme : les pièces peuvent être déplacées."],
  workshop: ["Workshop", "Werkstatt", "Atelier"],
  repair: ["Repair", "Reparieren", "Réparer"],
  critique: ["Critique", "Kritik", "Critique"],
  twins: ["Twins", "Zwillinge", "Jumeaux"],
  conditions: ["Conditions", "Bedingungen", "Conditions"],
  themes: ["Themes", "Themen", "Thèmes"],
  noTheme: ["No theme is recognised.", "Kein Thema wird erkannt.", "Aucun thème n'est reconnu."],
  themesMissing: ["not searched to its end; themes may be missing", "nicht zu Ende gesucht; Themen können fehlen", "recherche inachevée ; des thèmes peuvent manquer"],
  retro: ["Take moves back", "Züge zurücknehmen", "Reprendre des coups"],
  retroHint: ["Choose a man that moved last, then where it came from.", "Den Stein wählen, der zuletzt zog, dann woher er kam.", "Choisissez la pièce qui a joué, puis d'où elle venait."],
  movedLast: ["moved last", "zog zuletzt", "a joué en dernier"],
  white1: ["White", "Weiß", "Blancs"],
  black1: ["Black", "Schwarz", "Noirs"],
  takenBack: ["moves taken back", "Züge zurückgenommen", "coups repris"],
  forwardAgain: ["forward again", "wieder vor", "rejouer"],
  backAgain: ["take back again", "wieder zurück", "reprendre encore"],
  extend: ["Extend", "Erweitern", "Étendre"],
  keepLines: ["Lines that stay, e.g. 1.Kf7 Kf5 2.Rgf8 Qe6#", "Lösungen, die bleiben, z. B. 1.Kf7 Kf5 2.Rgf8 Qe6#", "Lignes à garder, p. ex. 1.Kf7 Kf5 2.Rgf8 Qe6#"],
  tried: ["variants tried", "Varianten probiert", "variantes essayées"],
  nothingFound: ["nothing found", "nichts gefunden", "rien trouvé"],
  idle: ["does nothing", "tut nichts", "ne sert à rien"],
  without: ["without it", "ohne ihn", "sans elle"],
  wouldDo: ["would do as", "genügt als", "suffirait comme"],
  wouldDoOn: ["would do on", "ginge auch auf", "irait aussi en"],
  problems: ["problems", "Aufgaben", "problèmes"],
  check: ["Check all", "Alle prüfen", "Tout vérifier"],
  emptyBoard: ["The board is empty: put men on it, or try an example:", "Das Brett ist leer: Steine aufstellen, oder ein Beispiel:", "L'échiquier est vide : placez des pièces, ou un exemple :"],
  usual: ["What is asked?", "Was ist gefordert?", "Que demande-t-on ?"],
  keptFrom: ["solved", "gelöst", "résolu"],
  earlier: ["Earlier problems", "Frühere Aufgaben", "Problèmes précédents"],
  forget: ["Forget all", "Alle vergessen", "Tout oublier"],
  printIt: ["Print", "Drucken", "Imprimer"],
  filter: ["Filter: words of any column", "Filter: Wörter aus einer Spalte", "Filtre : mots d'une colonne"],
  all: ["all", "alle", "tous"],
  unread: ["not read", "nicht gelesen", "non lus"],
  unchecked: ["not checked", "nicht geprüft", "non vérifiés"],
  reading: ["reading …", "wird gelesen …", "lecture …"],
  more: ["more", "weitere", "de plus"],
  saveAs: ["Save as", "Speichern als", "Enregistrer en"],
  number: ["No.", "Nr.", "N°"],
  by: ["Author and source", "Autor und Quelle", "Auteur et source"],
  asked: ["Asked", "Forderung", "Énoncé"],
  verdict: ["Verdict", "Urteil", "Verdict"],
  tooLarge: ["A collection may have 64 MB.", "Eine Sammlung darf 64 MB haben.", "Une collection peut avoir 64 Mo."],
  close: ["Close", "Schließen", "Fermer"],
} satisfies Record<string, [string, string, string]>;

export type Word = keyof typeof TABLE;

let column = 0;

/** Chooses the language of all texts. */
export function speak(language: Language): void {
  column = LANGUAGES.findIndex(([key]) => key === language);
  document.documentElement.lang = language;
}

/** The word in the language of the page. */
export function say(word: Word): string {
  return TABLE[word][column]!;
}

/** The place of the language in names of three. */
export function inLanguage(names: [string, string, string]): string {
  return names[column]!;
}

/** Without accents and case, umlauts as two letters. */
export function plain(text: string): string {
  const umlauts: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
  return text.toLowerCase().replace(/[äöüß]/g, (letter) => umlauts[letter]!).normalize("NFD").replace(/[^a-z0-9]/g, "");
}
