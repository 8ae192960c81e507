// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Moon Over Jiangnan: three episodes, the first of them free. */
export const series: Series = {
  folder: "Moon Over Jiangnan",
  slug: "moon-over-jiangnan",
  title: words("Moon Over Jiangnan", "Luna sobre Jiangnan", "Lune sur le Jiangnan", "Mond über Jiangnan", "Lua sobre Jiangnan"),
  synopsis: words(
    "In a town of canals, a ferryman works only by night. Each midnight a woman with a red umbrella steps into his boat and pays with a letter nobody else can read. He never learned how. Tonight's letter says: never let her reach the other bank. And the last one is in his own hand.",
    "En una ciudad de canales, un barquero solo trabaja de noche. Cada medianoche, una mujer con un paraguas rojo sube a su barca y paga con una carta que nadie más puede leer. Él nunca aprendió a hacerlo. La de esta noche dice: no dejes que llegue a la otra orilla. Y la última está escrita de su puño y letra.",
    "Dans une ville de canaux, un passeur ne travaille que la nuit. Chaque soir à minuit, une femme à l'ombrelle rouge monte dans sa barque et paie d'une lettre que personne d'autre ne sait lire. Lui n'a jamais appris. Celle de ce soir dit : ne la laisse jamais atteindre l'autre rive. Et la dernière est de sa propre main.",
    "In einer Stadt der Kanäle rudert ein Fährmann nur bei Nacht. Jede Mitternacht steigt eine Frau mit rotem Schirm in sein Boot und zahlt mit einem Brief, den niemand sonst lesen kann. Gelernt hat er es nie. Im Brief von heute steht: Lass sie nie das andere Ufer erreichen. Und der letzte ist in seiner eigenen Handschrift.",
    "Numa cidade de canais, um barqueiro só trabalha à noite. Toda meia-noite, uma mulher de sombrinha vermelha entra no barco e paga com uma carta que ninguém mais consegue ler. Ele nunca aprendeu como. A desta noite diz: nunca deixe que ela chegue à outra margem. E a última está na letra dele.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Ghost story", "Historia de fantasmas", "Histoire de fantôme", "Geistergeschichte", "História de fantasma"),
    words("Lost love", "Amor perdido", "Amour perdu", "Verlorene Liebe", "Amor perdido"),
    words("Secret letters", "Cartas secretas", "Lettres secrètes", "Geheime Briefe", "Cartas secretas"),
  ],
  categories: [
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
    words("Mystery", "Misterio", "Mystère", "Mystery", "Mistério"),
    words("Asian Stories", "Historias de Asia", "Histoires d'Asie", "Geschichten aus Asien", "Histórias da Ásia"),
  ],
  episodes: [
    {
      title: words("The Fare", "El pasaje", "Le prix du passage", "Der Fährlohn", "O preço da travessia"),
      shots: shots.theFare,
      lines: [
        line(0.6, 3.6, "Every midnight she crosses. She never pays in coin.", "Cruza cada medianoche. Nunca paga con monedas.", "Elle traverse chaque nuit. Jamais elle ne paie en pièces.", "Jede Mitternacht setzt sie über. Nie zahlt sie mit Münzen.", "Toda meia-noite ela atravessa. Nunca paga com moedas."),
        line(4.2, 7.3, "She pays in letters no one in town can read.", "Paga con cartas que nadie en el pueblo sabe leer.", "Elle paie en lettres que personne ici ne sait lire.", "Sie zahlt mit Briefen, die hier niemand lesen kann.", "Ela paga com cartas que ninguém aqui sabe ler."),
        line(7.9, 10.4, "No one but me. And I never learned how.", "Nadie salvo yo. Y nunca aprendí a hacerlo.", "Personne, sauf moi. Et je n'ai jamais appris.", "Niemand außer mir. Und ich habe es nie gelernt.", "Ninguém além de mim. E eu nunca aprendi."),
        line(11, 14.2, "Tonight's says: never let her reach the other bank.", "La de hoy dice: no dejes que llegue a la otra orilla.", "Ce soir : « Ne la laisse jamais atteindre l'autre rive. »", "Heute steht da: Lass sie nie das andere Ufer erreichen.", "A de hoje diz: nunca deixe que ela chegue à outra margem."),
      ],
    },
    {
      title: words("Count Us", "¿Cuántos somos?", "Compte-nous", "Zähl uns", "Conte quantos somos"),
      shots: shots.countUs,
      lines: [
        line(0.5, 2, "Who writes your letters?", "¿Quién escribe tus cartas?", "Qui écrit tes lettres ?", "Wer schreibt deine Briefe?", "Quem escreve as suas cartas?"),
        line(2.3, 4.1, "You've stopped rowing.", "Has dejado de remar.", "Tu as cessé de ramer.", "Du hast aufgehört zu rudern.", "Você parou de remar."),
        line(4.7, 8, "A man I loved. This river took him three years ago.", "Un hombre al que amé. Este río se lo llevó hace tres años.", "Un homme que j'aimais. Cette rivière l'a pris il y a trois ans.", "Ein Mann, den ich liebte. Dieser Fluss nahm ihn vor drei Jahren.", "Um homem que amei. Este rio o levou há três anos."),
        line(8.7, 11, "Look at the water, ferryman. Count us.", "Mira el agua, barquero. ¿Cuántos somos?", "Regarde l'eau, passeur. Compte-nous.", "Sieh ins Wasser, Fährmann. Zähl uns.", "Olhe a água, barqueiro. Conte quantos somos."),
        line(11.3, 14.1, "One umbrella. One woman. And no one at the oar.", "Un paraguas. Una mujer. Y nadie al remo.", "Une ombrelle. Une femme. Et personne à la rame.", "Ein Schirm. Eine Frau. Und niemand am Ruder.", "Uma sombrinha. Uma mulher. E ninguém no remo."),
      ],
    },
    {
      title: words("The Last Letter", "La última carta", "La dernière lettre", "Der letzte Brief", "A última carta"),
      shots: shots.theLastLetter,
      lines: [
        line(0.5, 3.5, "The last letter. I know this hand. It's mine.", "La última carta. Conozco esta letra. Es la mía.", "La dernière lettre. Je connais cette écriture. C'est la mienne.", "Der letzte Brief. Ich kenne die Schrift. Es ist meine.", "A última carta. Conheço esta letra. É a minha."),
        line(4.1, 6, "Take me across. I'll stay with you.", "Llévame al otro lado. Me quedo contigo.", "Fais-moi passer. Je reste avec toi.", "Bring mich hinüber. Ich bleibe bei dir.", "Me leve para o outro lado. Fico com você."),
        line(6.1, 8, "The other bank is for the drowned.", "La otra orilla es de los ahogados.", "L'autre rive est aux noyés.", "Drüben ist das Ufer der Ertrunkenen.", "A outra margem é dos afogados."),
        line(8.4, 11.2, "So I did what I wrote. I turned the boat around.", "E hice lo que escribí. Di la vuelta a la barca.", "J'ai fait ce que j'avais écrit. J'ai fait demi-tour.", "Ich tat, was ich schrieb. Ich wendete das Boot.", "Fiz o que escrevi. Virei o barco de volta."),
        line(11.8, 15.6, "At dawn, a letter on her seat: “Wait for me. Sixty years isn't long.”", "Al alba, una carta en su asiento: «Espérame. Sesenta años no son tanto».", "À l'aube, une lettre à sa place : « Attends-moi. Soixante ans, c'est court. »", "Im Morgenlicht ein Brief: „Warte auf mich. Sechzig Jahre sind nicht lang.“", "Ao amanhecer, uma carta no lugar dela: “Me espere. Sessenta anos passam rápido.”"),
      ],
    },
  ],
};
