// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series, Shot } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
const shots = {
  below: [
    { scene: "bell", mood: "ring", seconds: 3.6, camera: { from: [0, 0, 1.02], to: [0, -14, 1.09] } },
    { scene: "descent", seconds: 3.4, camera: { from: [0, -40, 1.05], to: [0, 20, 1.05] } },
    { scene: "city", seconds: 3.6, camera: { from: [-26, 20, 1.06], to: [22, 0, 1.08] } },
    { scene: "throneRoom", mood: "waiting", seconds: 3.7, camera: { from: [0, 50, 1.04], to: [0, -20, 1.32] } },
  ],
  wall: [
    { scene: "pair", mood: "meet", seconds: 3.5, camera: { from: [-12, 0, 1.02], to: [12, 10, 1.1] } },
    { scene: "wall", seconds: 4, camera: { from: [0, 40, 1.04], to: [-8, -70, 1.22] } },
    { scene: "throneRoom", mood: "queen", seconds: 3.1, camera: { from: [0, 10, 1.06], to: [0, -30, 1.18] } },
    { scene: "windows", seconds: 3.9, camera: { from: [0, 20, 1.28], to: [0, 0, 1.03] } },
  ],
  crown: [
    { scene: "throneRoom", mood: "offer", seconds: 3.6, camera: { from: [0, 30, 1.03], to: [0, -30, 1.2] } },
    { scene: "pair", mood: "breath", seconds: 4, camera: { from: [0, 0, 1.02], to: [0, 20, 1.16] } },
    { scene: "bell", mood: "fall", seconds: 2.7, camera: { from: [0, -20, 1.05], to: [0, 26, 1.05], shake: 2 } },
    { scene: "dawn", seconds: 4.5, camera: { from: [0, -50, 1.12], to: [-6, 10, 1.03] } },
  ],
} satisfies Record<string, Shot[]>;

/** Heir to the Drowned City: three episodes, the first is free. */
export const series: Series = {
  folder: "Heir to the Drowned City",
  slug: "heir-to-the-drowned-city",
  title: words("Heir to the Drowned City", "La heredera de la ciudad hundida", "L'héritière de la cité engloutie", "Erbin der versunkenen Stadt", "A herdeira da cidade submersa"),
  synopsis: words(
    "Once in a generation the bells of a drowned city ring, and one diver must go down. This time it is Naia, the foundling from the fishing nets. She finds lamps burning, a king who has been twenty for three hundred years, and a wall with the names of the dead. The oldest name on it is hers.",
    "Una vez por generación suenan las campanas de una ciudad hundida y alguien debe bajar. Esta vez le toca a Naia, la niña que apareció en las redes. Abajo encuentra lámparas encendidas, un rey que lleva trescientos años teniendo veinte y un muro con los nombres de los muertos. El más antiguo es el suyo.",
    "Une fois par génération, les cloches d'une cité engloutie sonnent, et quelqu'un doit plonger. Cette fois, c'est Naia, l'enfant trouvée dans les filets. En bas, des lampes brûlent, un roi a vingt ans depuis trois siècles, et un mur porte les noms des morts. Le plus ancien est le sien.",
    "Einmal in jeder Generation läuten die Glocken einer versunkenen Stadt, und jemand muss hinab. Diesmal trifft es Naia, das Findelkind aus den Fischernetzen. Unten brennen Lampen, ein König ist seit dreihundert Jahren zwanzig, und an einer Wand stehen die Namen der Toten. Der älteste ist ihrer.",
    "Uma vez a cada geração, os sinos de uma cidade submersa tocam, e alguém precisa descer. Desta vez é Naia, a menina achada nas redes de pesca. Lá embaixo há lâmpadas acesas, um rei que tem vinte anos há três séculos e um muro com os nomes dos mortos. O mais antigo é o dela.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Lost heir", "Heredera perdida", "Héritière perdue", "Verlorene Erbin", "Herdeira perdida"),
    words("Immortal love", "Amor inmortal", "Amour immortel", "Unsterbliche Liebe", "Amor imortal"),
    words("Reborn", "Renacida", "Réincarnation", "Wiedergeboren", "Renascida"),
    words("Under the sea", "Bajo el mar", "Sous la mer", "Unter dem Meer", "No fundo do mar"),
  ],
  categories: [
    words("Fantasy", "Fantasía", "Fantasy", "Fantasy", "Fantasia"),
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
  ],
  episodes: [
    {
      title: words("The Bells Below", "Las campanas del fondo", "Les cloches d'en bas", "Die Glocken der Tiefe", "Os sinos do fundo"),
      shots: shots.below,
      lines: [
        line(0.4, 3.3, "Once in a generation, the drowned city rings its bells.", "Una vez por generación, la ciudad hundida toca sus campanas.", "Une fois par génération, la cité engloutie sonne ses cloches.", "Einmal in jeder Generation läutet die versunkene Stadt.", "Uma vez a cada geração, a cidade submersa toca seus sinos."),
        line(3.8, 6.8, "One of us must go down. No one has ever come back.", "Alguien tiene que bajar. Nadie ha vuelto jamás.", "L'un de nous doit plonger. Personne n'est jamais revenu.", "Jemand muss hinab. Zurückgekommen ist noch niemand.", "Alguém precisa descer. Ninguém jamais voltou."),
        line(7.2, 10.2, "Three hundred years under water. So who lit the lamps?", "Trescientos años bajo el agua. ¿Quién enciende las lámparas?", "Trois siècles sous l'eau. Alors qui a allumé les lampes ?", "Dreihundert Jahre unter Wasser. Wer hat die Lampen angezündet?", "Trezentos anos debaixo d'água. Quem acendeu as lâmpadas?"),
        line(11.3, 13.9, "You're late, Naia. By three hundred years.", "Llegas tarde, Naia. Trescientos años tarde.", "Tu es en retard, Naia. De trois cents ans.", "Du bist spät dran, Naia. Dreihundert Jahre.", "Está atrasada, Naia. Trezentos anos."),
      ],
    },
    {
      title: words("The Oldest Name", "El nombre más antiguo", "Le plus ancien nom", "Der älteste Name", "O nome mais antigo"),
      shots: shots.wall,
      lines: [
        line(0.4, 1.7, "How do you know my name?", "¿Cómo sabes mi nombre?", "D'où connais-tu mon nom ?", "Woher kennst du meinen Namen?", "Como sabe meu nome?"),
        line(1.9, 3.4, "I carved it. Come.", "Lo grabé yo. Ven.", "C'est moi qui l'ai gravé. Viens.", "Ich habe ihn eingemeißelt. Komm.", "Fui eu que gravei. Venha."),
        line(3.8, 5.4, "Everyone the sea has kept.", "Todos los que se quedó el mar.", "Tous ceux que la mer a gardés.", "Alle, die das Meer behalten hat.", "Todos que o mar guardou."),
        line(5.6, 7.4, "Then why is the first one mine?", "¿Y por qué el primero es el mío?", "Alors pourquoi le premier est le mien ?", "Warum ist dann der erste meiner?", "Então por que o primeiro é o meu?"),
        line(7.8, 10.4, "The night the sea came in, you were our queen.", "La noche en que entró el mar, tú eras nuestra reina.", "La nuit où la mer est entrée, tu étais notre reine.", "In der Nacht, als das Meer kam, warst du unsere Königin.", "Na noite em que o mar entrou, você era nossa rainha."),
        line(10.9, 12.4, "Iven… they're all awake.", "Iven… Están todos despiertos.", "Iven… Ils sont tous éveillés.", "Iven … sie sind alle wach.", "Iven… Estão todos acordados."),
        line(12.6, 14.2, "They've come to crown you.", "Han venido a coronarte.", "Ils viennent te couronner.", "Sie wollen dich krönen.", "Eles vieram coroar você."),
      ],
    },
    {
      title: words("One Breath for Two", "Un aliento para dos", "Un souffle pour deux", "Ein Atem für zwei", "Um fôlego para dois"),
      shots: shots.crown,
      lines: [
        line(0.4, 2, "Stay, and the lamps burn on.", "Quédate, y las lámparas seguirán encendidas.", "Reste, et les lampes brûleront encore.", "Bleib, und die Lampen brennen weiter.", "Fique, e as lâmpadas seguem acesas."),
        line(2.1, 3.5, "And if I leave?", "¿Y si me voy?", "Et si je pars ?", "Und wenn ich gehe?", "E se eu for embora?"),
        line(3.8, 5.4, "Then I go out with them.", "Me apagaré con ellas.", "Je m'éteindrai avec elles.", "Dann verlösche ich mit ihnen.", "Eu me apago com elas."),
        line(5.6, 7.4, "You've never asked what a queen can do.", "Nunca preguntaste qué puede hacer una reina.", "Tu n'as jamais demandé ce que peut une reine.", "Du hast nie gefragt, was eine Königin kann.", "Você nunca perguntou o que uma rainha pode fazer."),
        line(7.9, 10.1, "No bell will ever call for a life again.", "Ninguna campana volverá a pedir una vida.", "Plus jamais une cloche ne réclamera une vie.", "Keine Glocke ruft je wieder nach einem Leben.", "Nenhum sino voltará a pedir uma vida."),
        line(10.7, 12.4, "What is that? In my chest?", "¿Qué es esto? ¿En el pecho?", "C'est quoi, là, dans ma poitrine ?", "Was ist das? In meiner Brust?", "O que é isso? No meu peito?"),
        line(12.6, 14.5, "Air. Tomorrow you turn twenty-one.", "Aire. Mañana cumples veintiuno.", "De l'air. Demain, tu auras vingt et un ans.", "Luft. Morgen wirst du einundzwanzig.", "Ar. Amanhã você faz vinte e um anos."),
      ],
    },
  ],
};
