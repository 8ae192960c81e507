// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { CATEGORY, line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** The Wolf Signs First: three episodes, one of them free. */
export const series: Series = {
  folder: "The Wolf Signs First",
  slug: "wolf-signs-first",
  title: words("The Wolf Signs First", "El lobo firma primero", "Le loup signe d'abord", "Der Wolf unterschreibt zuerst", "O lobo assina primeiro"),
  synopsis: words(
    "Vera writes contracts that hold. In the winter forest two families of wolves hire her to put their peace on paper. Only when the heir of the grey pack has signed with a pen of bone does she read the penalty clause: if the peace breaks, they take the heart of whoever drafted it.",
    "Vera redacta contratos que se cumplen. En el bosque invernal, dos familias de lobos la contratan para poner su paz por escrito. Cuando el heredero de la manada gris ya ha firmado con una pluma de hueso, lee la cláusula penal: si la paz se rompe, se cobrarán el corazón de quien la redactó.",
    "Vera rédige des contrats qui tiennent. Dans la forêt d'hiver, deux familles de loups l'engagent pour mettre leur paix par écrit. L'héritier de la meute grise a déjà signé d'une plume d'os quand elle lit la clause pénale : si la paix est rompue, ils prendront le cœur de celle qui l'a écrite.",
    "Vera schreibt Verträge, die halten. Im Winterwald soll sie den Frieden zweier Wolfsfamilien zu Papier bringen. Erst als der Erbe des grauen Rudels mit der Knochenfeder unterschrieben hat, liest sie die Vertragsstrafe: Bricht der Friede, gehört ihnen das Herz der Frau, die ihn aufgesetzt hat.",
    "Vera redige contratos que se cumprem. Na floresta de inverno, duas famílias de lobos a contratam para pôr a paz no papel. Só depois que o herdeiro da alcateia cinza assina com uma pena de osso ela lê a cláusula penal: se a paz for quebrada, eles levam o coração de quem a escreveu.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Wolf romance", "Romance con lobos", "Amour de loup", "Wolfsromanze", "Romance com lobos"),
    words("Enemies at the table", "Enemigos a la mesa", "Ennemis à table", "Feinde am Tisch", "Inimigos à mesa"),
    words("Deadly contract", "Contrato mortal", "Contrat mortel", "Tödlicher Vertrag", "Contrato mortal"),
    words("Winter magic", "Magia de invierno", "Magie d'hiver", "Winterzauber", "Magia de inverno"),
  ],
  categories: [CATEGORY.fantasy, CATEGORY.romance],
  episodes: [
    {
      title: words("The Penalty Clause", "La cláusula penal", "La clause pénale", "Die Vertragsstrafe", "A cláusula penal"),
      shots: shots.draft,
      lines: [
        line(0.5, 3.5, "Two families. A hundred years of blood. One contract: mine.", "Dos familias. Cien años de sangre. Un contrato: el mío.", "Deux familles. Cent ans de sang. Un contrat : le mien.", "Zwei Familien. Hundert Jahre Blut. Ein Vertrag: meiner.", "Duas famílias. Cem anos de sangue. Um contrato: o meu."),
        line(4.2, 5.6, "Where is your client?", "¿Dónde está su cliente?", "Où est votre client ?", "Wo ist Ihr Mandant?", "Onde está o seu cliente?"),
        line(5.8, 7.3, "You're looking at him, counsel.", "Lo tiene delante, letrada.", "Devant vous, maître.", "Er steht vor Ihnen, Frau Anwältin.", "Diante da senhora, doutora."),
        line(7.9, 10.7, "Old law: the wolf signs first. In bone.", "Ley antigua: el lobo firma primero. Con hueso.", "Vieille loi : le loup signe d'abord. Avec un os.", "Altes Recht: Der Wolf unterschreibt zuerst. Mit Knochen.", "Lei antiga: o lobo assina primeiro. Com osso."),
        line(11.3, 12.7, "And this heart? Whose is it?", "¿Y este corazón? ¿De quién es?", "Et ce cœur ? À qui est-il ?", "Und dieses Herz? Wem gehört das?", "E este coração? De quem é?"),
        line(12.8, 14.1, "The penalty. It's yours.", "Es la pena. Es el suyo.", "La pénalité. C'est le vôtre.", "Die Strafe. Es ist Ihres.", "É a multa. É o seu."),
      ],
    },
    {
      title: words("Clause Nine", "La cláusula nueve", "L'article neuf", "Paragraf neun", "A cláusula nove"),
      shots: shots.clause,
      lines: [
        line(0.5, 2.1, "If they fight, I die?", "Si luchan, ¿muero yo?", "S'ils se battent, je meurs ?", "Wenn sie kämpfen, sterbe ich?", "Se lutarem, eu morro?"),
        line(2.3, 3.8, "So I'll see they don't.", "Pues no dejaré que luchen.", "Alors je les en empêcherai.", "Dann halte ich sie davon ab.", "Então não vou deixar."),
        line(4.3, 7.2, "Clause nine: no wolf may love the one who holds the pen.", "Cláusula nueve: ningún lobo amará a quien empuñe la pluma.", "Article neuf : nul loup n'aimera celle qui tient la plume.", "Paragraf neun: Kein Wolf darf die lieben, die die Feder führt.", "Cláusula nove: nenhum lobo amará quem segura a pena."),
        line(7.7, 9.1, "Then step back, Ivo.", "Pues apártate, Ivo.", "Alors recule, Ivo.", "Dann tritt zurück, Ivo.", "Então se afaste, Ivo."),
        line(9.3, 10.6, "You first.", "Tú primero.", "Toi d'abord.", "Du zuerst.", "Você primeiro."),
        line(11.1, 12.5, "The torches… both packs.", "Las antorchas… las dos manadas.", "Les torches… les deux meutes.", "Die Fackeln … beide Rudel.", "As tochas… as duas alcateias."),
        line(12.7, 14.1, "They've come for my heart.", "Vienen por mi corazón.", "Ils viennent pour mon cœur.", "Sie holen sich mein Herz.", "Vieram buscar meu coração."),
      ],
    },
    {
      title: words("The Second Signature", "La segunda firma", "La seconde signature", "Die zweite Unterschrift", "A segunda assinatura"),
      shots: shots.signature,
      lines: [
        line(0.4, 2.9, "The heart is forfeit! — Have you read the last line?", "¡Su corazón es nuestro! — ¿Habéis leído la última línea?", "Son cœur est à nous ! — Vous avez lu la dernière ligne ?", "Das Herz ist verwirkt! – Habt ihr die letzte Zeile gelesen?", "O coração é nosso! — Leram a última linha?"),
        line(3.4, 6.4, "“No one can take what has already been given.”", "«Nadie puede tomar lo que ya se ha dado».", "« Nul ne peut prendre ce qui est déjà donné. »", "„Niemand kann nehmen, was schon verschenkt ist.“", "“Ninguém pode tomar o que já foi dado.”"),
        line(6.9, 9.8, "A heart for a heart. Both packs are bound.", "Corazón por corazón. Obliga a las dos manadas.", "Un cœur pour un cœur. Les deux meutes sont liées.", "Herz gegen Herz. Das bindet beide Rudel.", "Coração por coração. Vale para as duas alcateias."),
        line(10.3, 11.9, "And if I break it, counsel?", "¿Y si lo incumplo, letrada?", "Et si je le romps, maître ?", "Und wenn ich ihn breche, Frau Anwältin?", "E se eu descumprir, doutora?"),
        line(12.1, 13.7, "Term of contract: for life.", "Duración: toda la vida.", "Durée du contrat : la vie.", "Laufzeit: lebenslang.", "Prazo: a vida toda."),
      ],
    },
  ],
};
