// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { CATEGORY, line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Grandmother Was an Assassin: three episodes, one of them free. */
export const series: Series = {
  folder: "Grandmother Was an Assassin",
  slug: "grandmother-was-an-assassin",
  title: words("Grandmother Was an Assassin", "La abuela era una asesina", "Mamie était une tueuse", "Oma war eine Killerin", "A vovó era uma assassina"),
  synopsis: words(
    "Anna inherits a chalet, a cat and a red scarf forty metres long. But the stitches are a code, and every row is somebody who died. Only the last row is unfinished. It begins with “An”. So does Anna. And so does the charming stranger on the last cable car.",
    "Anna hereda un chalé, un gato y una bufanda roja de cuarenta metros. Pero los puntos son un código y cada vuelta es alguien que murió. Solo falta acabar la última. Empieza por «An». Como Anna. Y como el encantador desconocido del último teleférico.",
    "Anna hérite d'un chalet, d'un chat et d'une écharpe rouge de quarante mètres. Mais les mailles sont un code, et chaque rang est un mort. Seul le dernier est inachevé. Il commence par « An ». Comme Anna. Et comme le bel inconnu du dernier téléphérique.",
    "Anna erbt ein Chalet, eine Katze und einen roten Schal von vierzig Metern. Doch die Maschen sind ein Code, und jede Reihe ist ein Toter. Nur die letzte ist nicht fertig. Sie beginnt mit „An“. Wie Anna. Und wie der charmante Fremde aus der letzten Seilbahn.",
    "Anna herda um chalé, um gato e um cachecol vermelho de quarenta metros. Mas os pontos são um código, e cada carreira é alguém que morreu. Só a última está inacabada. Começa com “An”. Como Anna. E como o charmoso desconhecido do último teleférico.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Dark comedy", "Comedia negra", "Comédie noire", "Schwarzer Humor", "Humor negro"),
    words("Family secrets", "Secretos de familia", "Secrets de famille", "Familiengeheimnisse", "Segredos de família"),
    words("Snowed in", "Aislados por la nieve", "Bloqués par la neige", "Eingeschneit", "Presos na neve"),
    words("Dangerous inheritance", "Herencia peligrosa", "Héritage dangereux", "Gefährliches Erbe", "Herança perigosa"),
  ],
  categories: [CATEGORY.comedy, CATEGORY.thriller],
  episodes: [
    {
      title: words("The Last Row", "La última vuelta", "Le dernier rang", "Die letzte Reihe", "A última carreira"),
      shots: shots.lastRow,
      lines: [
        line(0.5, 3.2, "All winter long, my grandmother knitted.", "La abuela hacía punto todo el invierno.", "Tout l'hiver, ma grand-mère tricotait.", "Den ganzen Winter strickte meine Oma.", "O inverno inteiro, minha avó tricotava."),
        line(3.8, 6.8, "She left me a scarf. Forty metres of it.", "Me dejó una bufanda. De cuarenta metros.", "Elle m'a laissé une écharpe. De quarante mètres.", "Sie hat mir einen Schal vererbt. Vierzig Meter lang.", "Ela me deixou um cachecol. De quarenta metros."),
        line(7.4, 9.2, "It's a code. Every row is a name.", "Es un código. Cada vuelta, un nombre.", "C'est un code. Chaque rang, un nom.", "Es ist ein Code. Jede Reihe ein Name.", "É um código. Cada carreira, um nome."),
        line(9.4, 10.9, "And every name is dead.", "Y todos los nombres están muertos.", "Et tous ces noms sont morts.", "Und jeder Name ist tot.", "E todos os nomes estão mortos."),
        line(11.3, 14, "Only the last one isn't finished: “A… N…” I'm Anna.", "Solo falta acabar el último: «A… N…». Yo soy Anna.", "Seul le dernier est inachevé : « A… N… » Je m'appelle Anna.", "Nur der letzte ist nicht fertig: „A … N …“ Ich heiße Anna.", "Só falta terminar o último: “A… N…”. Eu sou Anna."),
      ],
    },
    {
      title: words("The Last Cable Car", "El último teleférico", "Le dernier téléphérique", "Die letzte Seilbahn", "O último teleférico"),
      shots: shots.cableCar,
      lines: [
        line(0.5, 3.3, "At midnight, someone came up. Nobody comes up at midnight.", "A medianoche subió alguien. Y a medianoche no sube nadie.", "À minuit, quelqu'un est monté. Personne ne monte à minuit.", "Um Mitternacht kam jemand herauf. Um Mitternacht kommt niemand.", "À meia-noite, alguém subiu. E à meia-noite não sobe ninguém."),
        line(3.9, 5.3, "Anton. I buy old wool.", "Anton. Compro lana vieja.", "Anton. J'achète de la laine.", "Anton. Ich kaufe alte Wolle.", "Anton. Compro lã velha."),
        line(5.5, 7, "“An”, like in “Anton”?", "¿«An» de «Anton»?", "« An » comme « Anton » ?", "„An“ wie „Anton“?", "“An” de “Anton”?"),
        line(7.5, 10.3, "Don't move. Piano wire. That's her handwriting.", "No te muevas. Cuerda de piano. Es su letra.", "Ne bougez plus. Corde à piano. C'est sa signature.", "Nicht bewegen. Klavierdraht. Das ist ihre Handschrift.", "Não se mexa. Corda de piano. É a letra dela."),
        line(11, 12.4, "Who's that in the window?", "¿Quién está en la ventana?", "Qui est à la fenêtre ?", "Wer ist da am Fenster?", "Quem está na janela?"),
        line(12.6, 14.2, "I buried her on Tuesday.", "La enterré el martes.", "Je l'ai enterrée mardi.", "Ich habe sie am Dienstag begraben.", "Eu a enterrei na terça."),
      ],
    },
    {
      title: words("Cast Off", "Cerrar los puntos", "Rabattre les mailles", "Abketten", "Arremate"),
      shots: shots.heir,
      lines: [
        line(0.4, 2.7, "You've dropped a stitch, dear.", "Se te ha escapado un punto, cielo.", "Tu as sauté une maille, ma chérie.", "Du hast eine Masche fallen lassen, Liebes.", "Você deixou cair um ponto, querida."),
        line(3.2, 4.7, "Grandma! Who did I bury?", "¡Abuela! ¿A quién enterré?", "Mamie ! J'ai enterré qui ?", "Oma! Wen habe ich denn begraben?", "Vó! Quem foi que eu enterrei?"),
        line(4.9, 6.7, "Sixty kilos of wool. It was on offer.", "Sesenta kilos de lana. Estaba de oferta.", "Soixante kilos de laine. En promotion.", "Sechzig Kilo Wolle. Die war im Angebot.", "Sessenta quilos de lã. Estava em promoção."),
        line(7.2, 8.6, "And the last name?", "¿Y el último nombre?", "Et le dernier nom ?", "Und der letzte Name?", "E o último nome?"),
        line(8.8, 10.4, "Not a victim. My heir.", "No es una víctima. Es mi heredera.", "Pas une victime. Mon héritière.", "Kein Opfer. Meine Erbin.", "Não é uma vítima. É minha herdeira."),
        line(10.8, 12.3, "And Anton? — Does the laundry.", "¿Y Anton? — Hace la colada.", "Et Anton ? — Il fait la lessive.", "Und Anton? – Macht die Wäsche.", "E Anton? — Lava a roupa."),
        line(12.5, 14.1, "First job's on Monday. Dress warm.", "El primer encargo es el lunes. Abrígate.", "Premier contrat lundi. Couvre-toi bien.", "Montag geht's los. Zieh dich warm an.", "Começa na segunda. Agasalhe-se."),
      ],
    },
  ],
};
