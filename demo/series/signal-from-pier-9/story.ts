// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { CATEGORY, line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Signal from Pier 9: three episodes, one of them free. */
export const series: Series = {
  folder: "Signal from Pier 9",
  slug: "signal-from-pier-9",
  title: words("Signal from Pier 9", "Señal desde el muelle 9", "Le signal du quai 9", "Signal von Pier 9", "Sinal do píer 9"),
  synopsis: words(
    "Night watch at the harbour radio. Vera Holt hears a distress call that was sent eleven years ago, in the voice of the brother the sea never gave back. She answers, and he hears her. She can turn his ship around. But the man she loves was its only survivor, and without that wreck they would never have met.",
    "Guardia nocturna en la radio del puerto. Vera Holt recibe una llamada de socorro emitida hace once años, con la voz del hermano que el mar nunca devolvió. Ella contesta, y él la oye. Puede hacer virar su barco. Pero el hombre al que ama fue el único superviviente: sin aquel naufragio, jamás se habrían conocido.",
    "Quart de nuit à la radio du port. Vera Holt capte un appel de détresse lancé il y a onze ans, avec la voix du frère que la mer n'a jamais rendu. Elle répond, et il l'entend. Elle peut dérouter son navire. Mais l'homme qu'elle aime en fut le seul rescapé : sans ce naufrage, ils ne se seraient jamais rencontrés.",
    "Nachtwache am Hafenfunk. Vera Holt hört einen Notruf, der vor elf Jahren gesendet wurde – mit der Stimme ihres Bruders, den das Meer nie zurückgab. Sie antwortet, und er hört sie. Sie könnte sein Schiff noch wenden. Doch der Mann, den sie liebt, war der einzige Überlebende: Ohne den Untergang wären sie sich nie begegnet.",
    "Plantão da noite no rádio do porto. Vera Holt ouve um pedido de socorro enviado há onze anos, na voz do irmão que o mar nunca devolveu. Ela responde, e ele a escuta. Ela pode desviar o navio dele. Mas o homem que ela ama foi o único sobrevivente: sem aquele naufrágio, os dois nunca teriam se conhecido.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Time slip", "Salto en el tiempo", "Brèche dans le temps", "Zeitriss", "Brecha no tempo"),
    words("Impossible choice", "Elección imposible", "Choix impossible", "Unmögliche Wahl", "Escolha impossível"),
    words("Brother and sister", "Hermanos", "Frère et sœur", "Bruder und Schwester", "Irmãos"),
    words("Ghost ship", "Barco fantasma", "Vaisseau fantôme", "Geisterschiff", "Navio fantasma"),
  ],
  categories: [CATEGORY.thriller, CATEGORY.romance],
  episodes: [
    {
      title: words("Eleven Years Late", "Once años tarde", "Onze ans de retard", "Elf Jahre zu spät", "Onze anos depois"),
      shots: shots.elevenYearsLate,
      lines: [
        line(0.4, 3.1, "“Mayday. Pier 9, can you hear me? Mayday!”", "«¡Mayday! Muelle 9, ¿me oyen? ¡Mayday!»", "« Mayday ! Quai 9, vous m'entendez ? Mayday ! »", "„Mayday! Pier 9, hört ihr mich? Mayday!“", "“Mayday! Píer 9, estão me ouvindo? Mayday!”"),
        line(3.7, 6.4, "This call went out eleven years ago.", "Esta llamada se emitió hace once años.", "Cet appel a été lancé il y a onze ans.", "Dieser Ruf wurde vor elf Jahren gesendet.", "Esse pedido foi enviado há onze anos."),
        line(7, 9.9, "I know the voice. He was my brother.", "Conozco esa voz. Era mi hermano.", "Je connais cette voix. C'était mon frère.", "Ich kenne die Stimme. Das war mein Bruder.", "Eu conheço essa voz. Era o meu irmão."),
        line(10.4, 12, "Jonas? This is Vera.", "¿Jonas? Soy Vera.", "Jonas ? C'est Vera.", "Jonas? Hier ist Vera.", "Jonas? É a Vera."),
        line(12.3, 14.1, "“Vera? Why do you sound so old?”", "«¿Vera? ¿Por qué suenas tan mayor?»", "« Vera ? Pourquoi ta voix a vieilli ? »", "„Vera? Warum klingst du so alt?“", "“Vera? Por que a sua voz envelheceu?”"),
      ],
    },
    {
      title: words("Don't Answer", "No contestes", "Ne réponds pas", "Antworte nicht", "Não responda"),
      shots: shots.dontAnswer,
      lines: [
        line(0.4, 3.2, "Take the headset off, Vera. I was on that ship.", "Quítate los cascos, Vera. Yo iba en ese barco.", "Enlève ce casque, Vera. J'étais sur ce navire.", "Nimm den Kopfhörer ab, Vera. Ich war auf dem Schiff.", "Tire o fone, Vera. Eu estava naquele navio."),
        line(3.7, 6.6, "I can turn him around. They'd all live.", "Puedo hacerlo virar. Se salvarían todos.", "Je peux le dérouter. Ils vivraient tous.", "Ich kann ihn umdrehen lassen. Alle würden leben.", "Posso fazê-lo virar. Todos viveriam."),
        line(7, 8.9, "And I'd never wash up on your pier.", "Y yo nunca llegaría a tu muelle.", "Et la mer ne m'aurait jamais mené à ton quai.", "Und mich hätte es nie an deinen Pier gespült.", "E o mar nunca me traria até o seu píer."),
        line(9.1, 10.7, "You'd never know my name.", "Nunca sabrías mi nombre.", "Tu ne saurais même pas mon nom.", "Du würdest nicht einmal meinen Namen kennen.", "Você nem saberia o meu nome."),
        line(11.1, 14.1, "“Vera, rocks ahead! Port or starboard?”", "«¡Vera, rocas! ¿Babor o estribor?»", "« Vera, des rochers ! Bâbord ou tribord ? »", "„Vera, Felsen voraus! Backbord oder Steuerbord?“", "“Vera, rochas à frente! Bombordo ou boreste?”"),
      ],
    },
    {
      title: words("Port or Starboard", "Babor o estribor", "Bâbord ou tribord", "Backbord oder Steuerbord", "Bombordo ou boreste"),
      shots: shots.portOrStarboard,
      lines: [
        line(0.4, 3, "Forgive me, Mateo… Starboard, Jonas! Hard over!", "Perdóname, Mateo… ¡Estribor, Jonas! ¡A fondo!", "Pardonne-moi, Mateo… Tribord, Jonas ! Toute !", "Verzeih mir, Mateo … Steuerbord, Jonas! Hart!", "Me perdoe, Mateo… Boreste, Jonas! Tudo!"),
        line(3.4, 5.7, "Whatever happens, I'll find your pier.", "Pase lo que pase, encontraré tu muelle.", "Quoi qu'il arrive, je retrouverai ton quai.", "Was auch geschieht, ich finde deinen Pier.", "Aconteça o que acontecer, vou achar o seu píer."),
        line(6.3, 8.4, "Mateo? … Mateo?", "¿Mateo?… ¿Mateo?", "Mateo ?… Mateo ?", "Mateo? … Mateo?", "Mateo?… Mateo?"),
        line(8.8, 11.2, "“Pier 9, we're coming in. All hands.”", "«Muelle 9, entramos. Todos a bordo».", "« Quai 9, nous rentrons. Tous à bord. »", "„Pier 9, wir laufen ein. Alle an Bord.“", "“Píer 9, estamos chegando. Todos a bordo.”"),
        line(11.7, 13.7, "Excuse me… have we met?", "Perdone… ¿nos conocemos?", "Excusez-moi… on se connaît ?", "Verzeihung … kennen wir uns?", "Desculpe… nós nos conhecemos?"),
        line(14, 15.6, "Not yet.", "Todavía no.", "Pas encore.", "Noch nicht.", "Ainda não."),
      ],
    },
  ],
};
