// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series, Shot } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
const shots = {
  suitcase: [
    { scene: "thrown", seconds: 4.2, camera: { from: [0, 20, 1.16], to: [0, -10, 1.02] } },
    { scene: "sun", mood: "back", seconds: 3.6, camera: { from: [0, 60, 1.24], to: [0, -10, 1.03] } },
    { scene: "doors", mood: "in", seconds: 3.4, camera: { from: [-14, 0, 1.02], to: [10, -10, 1.14] } },
    { scene: "faces", mood: "hers", seconds: 3.2, camera: { from: [20, 10, 1.02], to: [-10, -10, 1.12] } },
  ],
  chair: [
    { scene: "office", mood: "chair", seconds: 4.1, camera: { from: [-26, 0, 1.03], to: [26, -10, 1.14] } },
    { scene: "faces", mood: "two", seconds: 4.3, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
    { scene: "faces", mood: "his", seconds: 2.5, camera: { from: [-10, 0, 1.04], to: [16, 0, 1.12] } },
    { scene: "suitcase", mood: "letters", seconds: 3.5, camera: { from: [0, 30, 1.02], to: [0, -40, 1.24, 0.02] } },
  ],
  tenant: [
    { scene: "suitcase", mood: "will", seconds: 3.5, camera: { from: [0, 0, 1.04], to: [0, -60, 1.22, -0.02] } },
    { scene: "doors", mood: "out", seconds: 3.1, camera: { from: [10, -10, 1.12], to: [-10, 0, 1.02] } },
    { scene: "office", mood: "confetti", seconds: 3.8, camera: { from: [0, -30, 1.12], to: [0, 0, 1.03] } },
    { scene: "sun", mood: "three", seconds: 4, camera: { from: [-20, 20, 1.03], to: [20, 30, 1.16] } },
  ],
} satisfies Record<string, Shot[]>;

/** She Came Back Rich: three episodes, the first is free. */
export const series: Series = {
  folder: "She Came Back Rich",
  slug: "she-came-back-rich",
  title: words("She Came Back Rich", "Ella volvió rica", "Elle est revenue riche", "Sie kam reich zurück", "Ela voltou rica"),
  synopsis: words(
    "His mother threw Vera out into the rain with one suitcase, and Hugo said nothing. Five years later, at noon, a woman in a wide hat walks through the revolving doors. She owns the tower now, every floor of it. She has come for his chair, for the truth about his letters, and for one thing no money can buy back.",
    "Su madre echó a Vera a la lluvia con una sola maleta, y Hugo no dijo nada. Cinco años después, a mediodía, una mujer con sombrero de ala ancha cruza la puerta giratoria. Ahora la torre es suya, planta por planta. Viene a por el sillón de él, a por la verdad sobre sus cartas y a por lo único que no se compra con dinero.",
    "Sa mère a jeté Vera sous la pluie avec une seule valise, et Hugo n'a rien dit. Cinq ans plus tard, en plein midi, une femme au large chapeau passe la porte tambour. La tour est à elle, du premier au dernier étage. Elle vient prendre son fauteuil, la vérité sur ses lettres, et la seule chose que l'argent ne rachète pas.",
    "Seine Mutter jagte Vera mit einem einzigen Koffer in den Regen, und Hugo schwieg. Fünf Jahre später, am hellen Mittag, tritt eine Frau mit breitem Hut durch die Drehtür. Der Turm gehört jetzt ihr, Stockwerk für Stockwerk. Sie will seinen Sessel, die Wahrheit über seine Briefe und das eine, was man mit Geld nicht zurückkauft.",
    "A mãe dele jogou Vera na chuva com uma única mala, e Hugo não disse nada. Cinco anos depois, ao meio-dia, uma mulher de chapéu largo atravessa a porta giratória. Agora a torre é dela, andar por andar. Ela veio buscar a cadeira dele, a verdade sobre as cartas e a única coisa que dinheiro nenhum compra de volta.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Second chance", "Segunda oportunidad", "Seconde chance", "Zweite Chance", "Segunda chance"),
    words("Rags to riches", "De la nada a la cima", "De rien à tout", "Von ganz unten nach oben", "Do nada ao topo"),
    words("Evil mother-in-law", "Suegra malvada", "Belle-mère cruelle", "Böse Schwiegermutter", "Sogra cruel"),
    words("Secret child", "Hijo secreto", "Enfant secret", "Geheimes Kind", "Filho secreto"),
  ],
  categories: [
    words("Revenge", "Venganza", "Vengeance", "Rache", "Vingança"),
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
  ],
  episodes: [
    {
      title: words("One Suitcase", "Una sola maleta", "Une seule valise", "Ein einziger Koffer", "Uma única mala"),
      shots: shots.suitcase,
      lines: [
        line(0.4, 2.5, "You came with one suitcase. Leave with it.", "Llegaste con una maleta. Vete con ella.", "Tu es venue avec une valise. Repars avec.", "Mit einem Koffer kamst du. So gehst du auch.", "Você veio com uma mala. Vá embora com ela."),
        line(2.7, 4.1, "And Hugo said nothing.", "Y Hugo no dijo nada.", "Et Hugo n'a rien dit.", "Und Hugo schwieg.", "E Hugo não disse nada."),
        line(4.6, 7.5, "Five years. I kept the suitcase.", "Cinco años. Aún guardo la maleta.", "Cinq ans. J'ai gardé la valise.", "Fünf Jahre. Den Koffer habe ich noch.", "Cinco anos. Ainda tenho a mala."),
        line(7.9, 9.1, "Who is that woman?", "¿Quién es esa mujer?", "Qui est cette femme ?", "Wer ist diese Frau?", "Quem é essa mulher?"),
        line(9.2, 11.2, "She bought the tower, madam. At noon.", "Desde mediodía, la dueña de la torre.", "Elle a acheté la tour, madame. À midi.", "Seit heute Mittag gehört ihr der Turm.", "A dona da torre, senhora. Desde o meio-dia."),
        line(11.7, 14.2, "You're late with the rent.", "Llevan retraso con el alquiler.", "Vous êtes en retard pour le loyer.", "Sie sind mit der Miete im Rückstand.", "O aluguel de vocês está atrasado."),
      ],
    },
    {
      title: words("The Chair", "El sillón", "Le fauteuil", "Der Sessel", "A cadeira"),
      shots: shots.chair,
      lines: [
        line(0.4, 1.9, "Name your price, Vera.", "Di tu precio, Vera.", "Ton prix, Vera.", "Nenn deinen Preis, Vera.", "Diga o seu preço, Vera."),
        line(2.1, 4, "The chair you're sitting in.", "El sillón en el que te sientas.", "Le fauteuil où tu es assis.", "Der Sessel, in dem du sitzt.", "A cadeira em que você está sentado."),
        line(4.5, 6.3, "I wrote to you. Every week.", "Te escribí. Cada semana.", "Je t'ai écrit. Chaque semaine.", "Ich habe dir geschrieben. Jede Woche.", "Eu escrevi para você. Toda semana."),
        line(6.5, 8.2, "Not one letter came.", "No llegó ni una carta.", "Aucune lettre n'est arrivée.", "Kein einziger Brief kam an.", "Não chegou nenhuma carta."),
        line(8.7, 10.7, "Then who has them?", "¿Y quién las tiene?", "Alors, qui les a ?", "Wer hat sie dann?", "Então com quem estão?"),
        line(11.1, 14.2, "Your mother's safe. On top of your father's will.", "La caja fuerte de tu madre. Encima del testamento de tu padre.", "Le coffre de ta mère. Sur le testament de ton père.", "Der Safe deiner Mutter. Auf dem Testament deines Vaters.", "O cofre da sua mãe. Em cima do testamento do seu pai."),
      ],
    },
    {
      title: words("One More Tenant", "Un inquilino más", "Un dernier locataire", "Noch ein Mieter", "Mais um inquilino"),
      shots: shots.tenant,
      lines: [
        line(0.5, 3.4, "He left the tower to me. The night she threw me out.", "Me dejó la torre a mí. La noche en que ella me echó.", "Il m'a légué la tour. La nuit où elle m'a chassée.", "Er vermachte mir den Turm. In der Nacht, als sie mich verjagte.", "Ele deixou a torre para mim. Na noite em que ela me expulsou."),
        line(3.9, 6.4, "One suitcase, madam. It's tradition.", "Una maleta, señora. Es la tradición.", "Une seule valise, madame. C'est la tradition.", "Ein Koffer, gnädige Frau. So ist es Brauch.", "Uma mala, senhora. É a tradição."),
        line(7, 8.6, "You bought what was already yours?", "¿Compraste lo que ya era tuyo?", "Tu as racheté ton propre bien ?", "Du kauftest, was dir gehörte?", "Você comprou o que já era seu?"),
        line(8.8, 10.3, "I wanted to see who'd stay.", "Quería ver quién se quedaba.", "Je voulais voir qui resterait.", "Ich wollte sehen, wer bleibt.", "Queria ver quem ficaria."),
        line(10.8, 12.3, "There's one more tenant, Hugo.", "Hay un inquilino más, Hugo.", "Il reste un locataire, Hugo.", "Es gibt noch einen Mieter, Hugo.", "Tem mais um inquilino, Hugo."),
        line(12.4, 14.2, "He's nearly five. He has your eyes.", "Va a cumplir cinco. Tiene tus ojos.", "Il a bientôt cinq ans. Il a tes yeux.", "Er wird bald fünf. Er hat deine Augen.", "Quase cinco anos. Tem os seus olhos."),
      ],
    },
  ],
};
