// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series, Shot } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
const shots = {
  sign: [
    { scene: "clouds", mood: "dawn", seconds: 3.8, camera: { from: [-30, 20, 1.12], to: [20, -10, 1.02] } },
    { scene: "paperwork", mood: "sign", seconds: 3.7, camera: { from: [0, 40, 1.02], to: [0, 90, 1.2, 0.02] } },
    { scene: "seats", mood: "dawn", seconds: 3.3, camera: { from: [0, 0, 1.02], to: [0, 10, 1.1] } },
    { scene: "aisle", mood: "steward", seconds: 3.5, camera: { from: [0, 0, 1.02], to: [0, -20, 1.18] } },
  ],
  armrest: [
    { scene: "armrest", mood: "dawn", seconds: 3.8, camera: { from: [0, 10, 1.02], to: [0, 40, 1.14] } },
    { scene: "clouds", mood: "storm", seconds: 3, camera: { from: [20, 0, 1.02], to: [-20, 10, 1.14], shake: 8 } },
    { scene: "armrest", mood: "storm", seconds: 3.7, camera: { from: [0, 10, 1.06], to: [0, 50, 1.2], shake: 6 } },
    { scene: "aisle", mood: "captain", seconds: 3.7, camera: { from: [0, 0, 1.02], to: [0, -20, 1.24], shake: 4 } },
  ],
  married: [
    { scene: "aisle", mood: "captain", seconds: 3.6, skip: 2, camera: { from: [0, -20, 1.24], to: [0, 0, 1.08], shake: 4 } },
    { scene: "seats", mood: "storm", seconds: 3.2, camera: { from: [0, 0, 1.02], to: [0, 10, 1.1], shake: 4 } },
    { scene: "paperwork", mood: "wrong", seconds: 3.4, camera: { from: [0, 20, 1.02], to: [0, 130, 1.3, -0.02] } },
    { scene: "seats", mood: "gold", seconds: 2.2, camera: { from: [0, 0, 1.02], to: [0, 10, 1.1] } },
    { scene: "clouds", mood: "gold", seconds: 2.4, camera: { from: [20, 0, 1.04], to: [-10, -10, 1.12] } },
  ],
} satisfies Record<string, Shot[]>;

/** Divorced at Thirty Thousand Feet: three episodes, the first is free. */
export const series: Series = {
  folder: "Divorced at Thirty Thousand Feet",
  slug: "divorced-at-thirty-thousand-feet",
  title: words("Divorced at Thirty Thousand Feet", "Divorciados a diez mil metros", "Divorcés à dix mille mètres", "Geschieden in zehntausend Metern Höhe", "Divorciados a dez mil metros"),
  synopsis: words(
    "Nora and Leo sign their divorce on a tray table above the clouds. Five minutes later the steward finds them the last two seats on the plane: side by side, nine hours, one armrest, and a storm ahead. Then the captain comes out of the cockpit with an odd question. Is anyone on board still married?",
    "Nora y Leo firman el divorcio en una bandeja, por encima de las nubes. Cinco minutos después, la azafata les da los dos últimos asientos del avión: juntos, nueve horas, un solo reposabrazos y una tormenta delante. Entonces el capitán sale de la cabina con una pregunta muy rara. ¿Queda alguien casado a bordo?",
    "Nora et Léo signent leur divorce sur une tablette, au-dessus des nuages. Cinq minutes plus tard, l'hôtesse leur trouve les deux dernières places : côte à côte, neuf heures, un seul accoudoir et un orage droit devant. Puis le commandant sort du cockpit avec une drôle de question. Y a-t-il encore des gens mariés à bord ?",
    "Nora und Leo unterschreiben ihre Scheidung auf einem Klapptisch über den Wolken. Fünf Minuten später bekommen sie die letzten zwei Plätze im Flugzeug: nebeneinander, neun Stunden, eine Armlehne, und vor ihnen ein Gewitter. Dann tritt der Kapitän aus dem Cockpit und fragt: Ist hier an Bord noch jemand verheiratet?",
    "Nora e Leo assinam o divórcio na mesinha do avião, acima das nuvens. Cinco minutos depois, a comissária arranja os dois últimos lugares: lado a lado, nove horas, um só apoio de braço e uma tempestade pela frente. Aí o comandante sai da cabine com uma pergunta estranha. Ainda tem alguém casado a bordo?",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Exes", "Exmarido y exmujer", "Ex-mari et ex-femme", "Ex-Paar", "Ex-marido e ex-mulher"),
    words("Forced proximity", "Juntos a la fuerza", "Forcés d'être ensemble", "Gezwungene Nähe", "Juntos à força"),
    words("Second chance", "Segunda oportunidad", "Seconde chance", "Zweite Chance", "Segunda chance"),
    words("Over the clouds", "Sobre las nubes", "Au-dessus des nuages", "Über den Wolken", "Acima das nuvens"),
  ],
  categories: [
    words("Comedy", "Comedia", "Comédie", "Komödie", "Comédia"),
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
  ],
  episodes: [
    {
      title: words("Sign Here", "Firma aquí", "Signez ici", "Bitte hier unterschreiben", "Assine aqui"),
      shots: shots.sign,
      lines: [
        line(0.4, 3.6, "We married at sea level. We divorced up here.", "Nos casamos a nivel del mar. Nos divorciamos aquí arriba.", "Mariés au niveau de la mer. Divorcés ici, tout là-haut.", "Geheiratet auf Meereshöhe. Geschieden hier oben.", "Casamos ao nível do mar. Nos divorciamos aqui em cima."),
        line(4.2, 5.6, "Sign there. Press hard.", "Firma ahí. Aprieta fuerte.", "Signe là. Appuie bien.", "Unterschreib da. Fest drücken.", "Assina ali. Aperta bem."),
        line(5.8, 7.3, "With pleasure.", "Con mucho gusto.", "Avec plaisir.", "Mit Vergnügen.", "Com prazer."),
        line(7.9, 10.6, "Steward? Any seat far away from him.", "¿Azafata? Un asiento bien lejos de él.", "Mademoiselle ? Un siège loin de lui.", "Entschuldigung? Einen Platz weit weg von ihm.", "Moça? Um lugar bem longe dele."),
        line(11, 14.2, "Two left. Side by side. And a storm ahead.", "Quedan dos. Juntos. Y viene tormenta.", "Il en reste deux. Côte à côte. Et un orage arrive.", "Zwei sind noch frei. Nebeneinander. Und es kommt ein Gewitter.", "Sobraram dois. Lado a lado. E vem tempestade."),
      ],
    },
    {
      title: words("One Armrest", "Un solo reposabrazos", "Un seul accoudoir", "Eine Armlehne", "Um só apoio de braço"),
      shots: shots.armrest,
      lines: [
        line(0.4, 2, "You got the house. I get this.", "Tú te quedas la casa. Yo, esto.", "Tu as la maison. Moi, ça.", "Du hast das Haus. Ich nehme die.", "Você tem a casa. Eu fico com isto."),
        line(2.2, 3.7, "You got the dog!", "¡Y tú con el perro!", "Toi, tu as le chien !", "Du hast den Hund!", "E você com o cachorro!"),
        line(4.2, 6.6, "Ladies and gentlemen, hold on to something.", "Señoras y señores, agárrense a algo.", "Mesdames, messieurs, tenez-vous bien.", "Meine Damen und Herren, halten Sie sich fest.", "Senhoras e senhores, segurem-se."),
        line(7.2, 8.6, "You're holding my hand.", "Me estás cogiendo la mano.", "Tu me tiens la main.", "Du hältst meine Hand.", "Está segurando a minha mão."),
        line(8.8, 10.4, "I'm holding the armrest.", "Estoy cogiendo el reposabrazos.", "Je tiens l'accoudoir.", "Ich halte die Armlehne.", "Estou segurando o apoio de braço."),
        line(11, 14, "Captain speaking. Is anyone on board still married?", "Les habla el capitán. ¿Queda alguien casado a bordo?", "Ici le commandant. Y a-t-il encore des gens mariés à bord ?", "Hier spricht der Kapitän. Ist an Bord noch jemand verheiratet?", "Aqui é o comandante. Ainda tem alguém casado a bordo?"),
      ],
    },
    {
      title: words("Still Married?", "¿Todavía casados?", "Toujours mariés ?", "Noch verheiratet?", "Ainda casados?"),
      shots: shots.married,
      lines: [
        line(0.4, 3.4, "Bride in row three. She needs a married couple as witnesses.", "Una novia, fila tres. Necesita de testigos a un matrimonio.", "Une mariée, rang trois. Il lui faut un couple pour témoins.", "Eine Braut, Reihe drei. Sie braucht ein Ehepaar als Zeugen.", "Uma noiva, fila três. Ela quer um casal como testemunha."),
        line(3.7, 5.4, "Don't look at me. We signed.", "A mí no me mires. Ya firmamos.", "Ne me regarde pas. On a signé.", "Nicht wir. Wir haben unterschrieben.", "Não olha para mim. Já assinamos."),
        line(5.6, 6.7, "Show me.", "A ver.", "Fais voir.", "Zeig mal.", "Deixa eu ver."),
        line(6.9, 8.5, "You signed as the witness.", "Has firmado como testigo.", "Tu as signé comme témoin.", "Du stehst bei den Zeugen.", "Você assinou como testemunha."),
        line(8.7, 10.1, "So did you.", "Tú también.", "Toi aussi.", "Du auch.", "Você também."),
        line(10.3, 12.2, "So we're still married. Until we land.", "Seguimos casados. Hasta que aterricemos.", "Donc mariés. Jusqu'à l'atterrissage.", "Also noch verheiratet. Bis zur Landung.", "Então ainda somos casados. Até pousar."),
        line(12.3, 14.7, "Captain again. We can't land for five hours.", "El capitán otra vez. Cinco horas más de vuelo.", "Encore le commandant. Cinq heures de vol en plus.", "Noch mal der Kapitän. Wir kreisen fünf Stunden.", "O comandante de novo. Mais cinco horas de voo."),
      ],
    },
  ],
};
