import type { Language } from "@cliffhanger/contract";

/** Words for titles and synopses, at the same index in every language. */
export interface Words {
  nouns: string[];
  adjectives: string[];
  /** `$n` a noun, `$m` another, `$a` an adjective, `$p` a name. */
  titles: string[];
  sentences: string[];
}

const list = (text: string) => text.split(" ");

/** Words by language. */
export const words: Record<Language, Words> = {
  en: {
    nouns: list(
      "bride secret heir captain letter garden promise shadow throne doctor winter storm mirror train widow dancer king daughter contract ransom island oath lantern harbour rival prince nurse city wolf empress tailor night morning river sister brother crown ghost kitchen summer",
    ),
    adjectives: list(
      "hidden broken golden forgotten silent stolen last borrowed wild frozen burning faithful distant reckless gentle crooked lonely secret bitter brave",
    ),
    titles: ["The $a $n", "$p and the $n", "The $n of $p", "My $a $n", "$n of the $a $m", "Return of the $n"],
    sentences: [
      "When the $n is found, $p must choose between a $a $m and the truth.",
      "A $a $n, a $m and seven days to set things right.",
    ],
  },
  es: {
    nouns: list(
      "novia secreto heredero capitán carta jardín promesa sombra trono doctor invierno tormenta espejo tren viuda bailarina rey hija contrato rescate isla juramento farol puerto rival príncipe enfermera ciudad lobo emperatriz sastre noche mañana río hermana hermano corona fantasma cocina verano",
    ),
    adjectives: list(
      "oculto roto dorado olvidado callado robado último prestado salvaje helado ardiente fiel lejano temerario amable torcido solitario secreto amargo valiente",
    ),
    titles: ["El $n $a", "$p y el $n", "El $n de $p", "Mi $n $a", "$n del $m $a", "El regreso del $n"],
    sentences: [
      "Cuando aparece el $n, $p debe elegir entre un $m $a y la verdad.",
      "Un $n $a, un $m y siete días para arreglarlo todo.",
    ],
  },
  fr: {
    nouns: list(
      "mariée secret héritier capitaine lettre jardin promesse ombre trône docteur hiver tempête miroir train veuve danseuse roi fille contrat rançon île serment lanterne port rival prince infirmière ville loup impératrice tailleur nuit matin rivière sœur frère couronne fantôme cuisine été",
    ),
    adjectives: list(
      "caché brisé doré oublié muet volé dernier emprunté sauvage gelé brûlant fidèle lointain téméraire tendre tordu solitaire secret amer brave",
    ),
    titles: ["Le $n $a", "$p et le $n", "Le $n de $p", "Mon $n $a", "$n du $m $a", "Le retour du $n"],
    sentences: [
      "Quand on retrouve le $n, $p doit choisir entre un $m $a et la vérité.",
      "Un $n $a, un $m et sept jours pour tout réparer.",
    ],
  },
  de: {
    nouns: list(
      "Braut Geheimnis Erbe Kapitän Brief Garten Versprechen Schatten Thron Doktor Winter Sturm Spiegel Zug Witwe Tänzerin König Tochter Vertrag Lösegeld Insel Eid Laterne Hafen Rivale Prinz Schwester Stadt Wolf Kaiserin Schneider Nacht Morgen Fluss Nonne Bruder Krone Gespenst Küche Sommer",
    ),
    adjectives: list(
      "verborgene zerbrochene goldene vergessene stille gestohlene letzte geliehene wilde gefrorene brennende treue ferne kühne sanfte krumme einsame geheime bittere tapfere",
    ),
    titles: ["Das $a $n", "$p und das $n", "Das $n von $p", "Mein $a $n", "$n und $a $m", "Rückkehr nach $n"],
    sentences: [
      "Als das $n gefunden wird, muss $p zwischen $m und Wahrheit wählen.",
      "Ein $a $n, ein $m und sieben Tage, um alles in Ordnung zu bringen.",
    ],
  },
  pt: {
    nouns: list(
      "noiva segredo herdeiro capitão carta jardim promessa sombra trono doutor inverno tempestade espelho trem viúva dançarina rei filha contrato resgate ilha juramento lanterna porto rival príncipe enfermeira cidade lobo imperatriz alfaiate noite manhã rio irmã irmão coroa fantasma cozinha verão",
    ),
    adjectives: list(
      "oculto partido dourado esquecido calado roubado último emprestado selvagem gelado ardente fiel distante ousado gentil torto solitário secreto amargo valente",
    ),
    titles: ["O $n $a", "$p e o $n", "O $n de $p", "Meu $n $a", "$n do $m $a", "O regresso do $n"],
    sentences: [
      "Quando o $n aparece, $p precisa escolher entre um $m $a e a verdade.",
      "Um $n $a, um $m e sete dias para consertar tudo.",
    ],
  },
};

/** Parts of personal names; their combinations are some thousands. */
export const nameParts = {
  first: list("Va Ma Li Sa Ro Ke Da Ele Ju Ni Te Bra Cor Hel Io Mir Os Per Quin Ta Ul Wen Xi Yu Za An"),
  middle: list("ra le mi no ri sa ve lo na di ka to bel lan mar"),
  last: list("ne lle s ra th n do mis ia ck ne ston wen qi ra"),
};

/** Tags in English, used for all languages. */
export const tagNames = list(
  "Romance Revenge Family Mystery Fantasy Medical Palace Office Campus Thriller Comedy War Historical Sports Music Crime Rebirth Werewolf Billionaire Marriage Betrayal Identity Countryside Detective Martial Cooking Travel Ghosts Royals Spies",
);
