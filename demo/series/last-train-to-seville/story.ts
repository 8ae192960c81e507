// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { CATEGORY, line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** The Last Train to Seville: three episodes, one of them free. */
export const series: Series = {
  folder: "The Last Train to Seville",
  slug: "last-train-to-seville",
  title: words("The Last Train to Seville", "El último tren a Sevilla", "Le dernier train pour Séville", "Der letzte Zug nach Sevilla", "O último trem para Sevilha"),
  synopsis: words(
    "Inés and Leo have never met. Tonight they hold the same ticket, for the same seat, and wear the same wedding ring. She buried her husband, he buried his wife. Then the train runs through every station, and under a clock without hands two people are waiting for them.",
    "Inés y Leo no se conocen. Esta noche llevan el mismo billete, para el mismo asiento, y la misma alianza. Ella enterró a su marido; él, a su mujer. Pero el tren no para en ninguna estación, y bajo un reloj sin agujas alguien los espera.",
    "Inés et Leo ne se sont jamais vus. Ce soir, ils ont le même billet, la même place et la même alliance. Elle a enterré son mari, lui sa femme. Mais le train brûle toutes les gares, et sous une horloge sans aiguilles, deux personnes les attendent.",
    "Inés und Leo sind sich nie begegnet. Heute Abend haben sie dieselbe Fahrkarte, denselben Platz und denselben Ehering. Sie hat ihren Mann begraben, er seine Frau. Dann rauscht der Zug durch jeden Bahnhof, und unter einer Uhr ohne Zeiger warten zwei Menschen auf sie.",
    "Inés e Leo nunca se viram. Esta noite têm a mesma passagem, a mesma poltrona e a mesma aliança. Ela enterrou o marido; ele, a esposa. Mas o trem não para em estação nenhuma e, sob um relógio sem ponteiros, duas pessoas esperam por eles.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Strangers on a train", "Desconocidos en un tren", "Inconnus dans un train", "Fremde im Zug", "Estranhos no trem"),
    words("Second chances", "Segundas oportunidades", "Seconde chance", "Zweite Chance", "Segundas chances"),
    words("Ghosts of love", "Amores fantasma", "Amours fantômes", "Geister der Liebe", "Fantasmas do amor"),
    words("One night", "Una sola noche", "Une seule nuit", "Nur eine Nacht", "Uma só noite"),
  ],
  categories: [CATEGORY.romance, CATEGORY.mystery],
  episodes: [
    {
      title: words("The Same Seat", "El mismo asiento", "La même place", "Derselbe Platz", "A mesma poltrona"),
      shots: shots.sameSeat,
      lines: [
        line(0.5, 3.4, "I took the last train to forget my husband.", "Tomé el último tren para olvidar a mi marido.", "J'ai pris le dernier train pour oublier mon mari.", "Ich nahm den letzten Zug, um meinen Mann zu vergessen.", "Peguei o último trem para esquecer meu marido."),
        line(4.2, 5.9, "You're in my seat.", "Está en mi asiento.", "Vous êtes à ma place.", "Sie sitzen auf meinem Platz.", "O senhor está no meu lugar."),
        line(6.1, 7.8, "Funny. It's mine too.", "Qué raro. También es el mío.", "C'est drôle. C'est aussi la mienne.", "Komisch. Es ist auch meiner.", "Engraçado. É o meu também."),
        line(8.2, 11.1, "Same ticket. Same seat. Same wedding ring.", "El mismo billete. El mismo asiento. La misma alianza.", "Même billet. Même place. Même alliance.", "Dieselbe Karte. Derselbe Platz. Derselbe Ring.", "A mesma passagem. O mesmo lugar. A mesma aliança."),
        line(11.6, 13.9, "My wife wore yours the night she died.", "Mi mujer llevaba la suya la noche que murió.", "Ma femme portait la vôtre le soir de sa mort.", "Meine Frau trug Ihren in der Nacht, als sie starb.", "Minha mulher usava a sua na noite em que morreu."),
      ],
    },
    {
      title: words("It Doesn't Stop", "No para", "Il ne s'arrête pas", "Er hält nicht", "Ele não para"),
      shots: shots.noStop,
      lines: [
        line(0.5, 2, "That was our station!", "¡Era nuestra estación!", "C'était notre gare !", "Das war unser Bahnhof!", "Era a nossa estação!"),
        line(2.2, 3.6, "The clock had no hands.", "El reloj no tenía agujas.", "L'horloge n'avait pas d'aiguilles.", "Die Uhr hatte keine Zeiger.", "O relógio não tinha ponteiros."),
        line(4, 6.6, "My husband died on the ninth of October.", "Mi marido murió un nueve de octubre.", "Mon mari est mort un neuf octobre.", "Mein Mann starb am neunten Oktober.", "Meu marido morreu em nove de outubro."),
        line(7.2, 10.2, "We stop only where someone is waiting, señora.", "Solo paramos donde alguien espera, señora.", "On ne s'arrête que si quelqu'un attend, señora.", "Wir halten nur, wo jemand wartet, Señora.", "Só paramos onde alguém espera, señora."),
        line(10.8, 12.2, "Leo… who is that with my husband?", "Leo… ¿quién está con mi marido?", "Leo… qui est avec mon mari ?", "Leo … wer ist da bei meinem Mann?", "Leo… quem está com o meu marido?"),
        line(12.4, 13.9, "My wife.", "Mi mujer.", "Ma femme.", "Meine Frau.", "A minha mulher."),
      ],
    },
    {
      title: words("A Clock Without Hands", "Un reloj sin agujas", "L'horloge sans aiguilles", "Die Uhr ohne Zeiger", "Um relógio sem ponteiros"),
      shots: shots.clock,
      lines: [
        line(0.4, 3.3, "They died in the same car. Leaving us.", "Murieron en el mismo coche. Dejándonos.", "Ils sont morts dans la même voiture. En nous quittant.", "Sie starben im selben Wagen. Auf der Flucht vor uns.", "Morreram no mesmo carro. Fugindo de nós."),
        line(3.8, 6.2, "“Get off,” they say. “Stay with us.”", "«Bajad», dicen. «Quedaos».", "« Descendez, disent-ils. Restez. »", "„Steigt aus“, sagen sie. „Bleibt bei uns.“", "“Desçam”, dizem. “Fiquem conosco.”"),
        line(6.6, 8.7, "No. You can have the rings.", "No. Quedaos con las alianzas.", "Non. Gardez les alliances.", "Nein. Die Ringe könnt ihr behalten.", "Não. Fiquem com as alianças."),
        line(9.1, 11.4, "I have no seat now. — Take mine.", "Ya no tengo asiento. — Toma el mío.", "Je n'ai plus de place. — Prends la mienne.", "Ich habe keinen Platz mehr. – Nimm meinen.", "Fiquei sem lugar. — Fique com o meu."),
        line(11.9, 14.6, "Look: the ticket is for tomorrow. For two.", "Mira: el billete es para mañana. Para dos.", "Regarde : le billet est pour demain. Pour deux.", "Schau: Die Karte gilt für morgen. Für zwei.", "Olhe: a passagem é para amanhã. Para dois."),
      ],
    },
  ],
};
