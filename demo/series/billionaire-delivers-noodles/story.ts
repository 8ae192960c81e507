// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series, Shot } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
const shots = {
  bet: [
    { scene: "street", mood: "ride", seconds: 3.8, camera: { from: [-24, 10, 1.1], to: [20, -10, 1.02], shake: 2 } },
    { scene: "faces", mood: "grandma", seconds: 3.6, camera: { from: [0, 0, 1.02], to: [10, -10, 1.1] } },
    { scene: "faces", mood: "meet", seconds: 3.2, camera: { from: [0, 0, 1.02], to: [0, 10, 1.1] } },
    { scene: "faces", mood: "sues", seconds: 3.8, camera: { from: [14, 0, 1.02], to: [-14, 0, 1.12] } },
  ],
  chili: [
    { scene: "bowl", mood: "chili", seconds: 3.5, camera: { from: [0, 30, 1.06], to: [0, 0, 1.14, 0.01] } },
    { scene: "roof", mood: "two", seconds: 4.1, camera: { from: [0, 40, 1.16], to: [0, 0, 1.02] } },
    { scene: "roof", mood: "screen", seconds: 3.4, skip: 0.5, camera: { from: [0, 0, 1.02], to: [0, -60, 1.22] } },
    { scene: "faces", mood: "twin", seconds: 3.2, camera: { from: [0, 0, 1.02], to: [-10, 0, 1.16] } },
  ],
  defendant: [
    { scene: "faces", mood: "rain", seconds: 4, camera: { from: [0, 0, 1.02], to: [0, 10, 1.1] } },
    { scene: "street", mood: "rain", seconds: 3.3, camera: { from: [20, 0, 1.03], to: [-20, -10, 1.12], shake: 4 } },
    { scene: "bowl", mood: "plain", seconds: 3, camera: { from: [0, -10, 1.14], to: [0, 20, 1.04] } },
    { scene: "faces", mood: "wins", seconds: 4.1, camera: { from: [-10, 0, 1.02], to: [16, -10, 1.14] } },
  ],
} satisfies Record<string, Shot[]>;

/** The Billionaire Delivers Noodles: three episodes, the first is free. */
export const series: Series = {
  folder: "The Billionaire Delivers Noodles",
  slug: "billionaire-delivers-noodles",
  title: words("The Billionaire Delivers Noodles", "El multimillonario reparte fideos", "Le milliardaire livre des nouilles", "Der Milliardär bringt die Nudeln", "O bilionário entrega macarrão"),
  synopsis: words(
    "Kai Zhao owns half the city and has lost a bet with his grandmother. The price: thirty days on a delivery scooter, and not one word about who he is. His best customer orders at eleven every night, extra chili. She is funny, she is brilliant, and she is about to sue him for everything he has.",
    "Kai Zhao es dueño de media ciudad y ha perdido una apuesta con su abuela. El precio: treinta días de repartidor en moto, sin decir a nadie quién es. Su mejor clienta pide cada noche a las once, con extra de picante. Es divertida, es brillante y está a punto de demandarlo por todo lo que tiene.",
    "Kai Zhao possède la moitié de la ville et vient de perdre un pari contre sa grand-mère. Le prix : trente jours de livraison en scooter, sans dire un mot de qui il est. Sa meilleure cliente commande tous les soirs à onze heures, supplément piment. Elle est drôle, elle est brillante, et elle s'apprête à lui réclamer tout ce qu'il a au tribunal.",
    "Kai Zhao gehört die halbe Stadt, und er hat gegen seine Großmutter gewettet und verloren. Der Einsatz: dreißig Tage Lieferdienst auf dem Roller, und kein Wort darüber, wer er ist. Seine beste Kundin bestellt jeden Abend um elf, extra scharf. Sie ist witzig, sie ist brillant, und sie will ihn vor Gericht um alles bringen, was er hat.",
    "Kai Zhao é dono de metade da cidade e perdeu uma aposta com a avó. O preço: trinta dias fazendo entregas de moto, sem contar a ninguém quem ele é. A melhor cliente pede toda noite às onze, com pimenta extra. Ela é engraçada, é brilhante e está prestes a tirar tudo dele no tribunal.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Hidden billionaire", "Millonario de incógnito", "Milliardaire incognito", "Milliardär inkognito", "Bilionário disfarçado"),
    words("Enemies to lovers", "De enemigos a amantes", "Ennemis puis amants", "Von Feinden zu Liebenden", "De inimigos a amantes"),
    words("Night market", "Mercado nocturno", "Marché de nuit", "Nachtmarkt", "Mercado noturno"),
    words("A lost bet", "Una apuesta perdida", "Un pari perdu", "Verlorene Wette", "Aposta perdida"),
  ],
  categories: [
    words("Comedy", "Comedia", "Comédie", "Komödie", "Comédia"),
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
    words("Asian Stories", "Historias de Asia", "Histoires d'Asie", "Geschichten aus Asien", "Histórias da Ásia"),
  ],
  episodes: [
    {
      title: words("The Bet", "La apuesta", "Le pari", "Die Wette", "A aposta"),
      shots: shots.bet,
      lines: [
        line(0.4, 3.5, "I own half this city. And I'm late with two soups.", "Media ciudad es mía. Y llego tarde con dos sopas.", "La moitié de la ville est à moi. Et mes soupes sont en retard.", "Mir gehört die halbe Stadt. Und ich bin zu spät mit zwei Suppen.", "Metade da cidade é minha. E estou atrasado com duas sopas."),
        line(4.1, 7.2, "You lost, Kai. Thirty days. And tell no one your name.", "Perdiste, Kai. Treinta días. Y a nadie tu nombre.", "Tu as perdu, Kai. Trente jours. Et pas un mot sur ton nom.", "Du hast verloren, Kai. Dreißig Tage. Und zu keinem ein Wort.", "Você perdeu, Kai. Trinta dias. E não diga o seu nome a ninguém."),
        line(7.7, 9.3, "Extra chili. You're my hero.", "Extra de picante. Eres mi héroe.", "Extra piment. Tu es mon héros.", "Extra scharf. Du bist mein Held.", "Pimenta extra. Você é meu herói."),
        line(9.4, 10.5, "Late night?", "¿Noche larga?", "Longue nuit ?", "Lange Nacht?", "Noite longa?"),
        line(10.9, 14.1, "I'm suing a monster for everything. Kai Zhao. Heard of him?", "Demando a un monstruo por todo lo que tiene. Kai Zhao. ¿Te suena?", "Je ruine un monstre au tribunal. Kai Zhao. Tu connais ?", "Ich verklage ein Monster auf alles. Kai Zhao. Schon mal gehört?", "Vou processar um monstro por tudo que ele tem. Kai Zhao. Conhece?"),
      ],
    },
    {
      title: words("Extra Chili", "Extra de picante", "Supplément piment", "Extra scharf", "Pimenta extra"),
      shots: shots.chili,
      lines: [
        line(0.4, 3.3, "Night twelve. She orders for two now.", "Noche doce. Ahora pide para dos.", "Douzième nuit. Elle commande pour deux, maintenant.", "Nacht zwölf. Sie bestellt jetzt für zwei.", "Noite doze. Agora ela pede para dois."),
        line(3.8, 5.6, "He's tearing down the whole market.", "Va a derribar todo el mercado.", "Il fait raser tout le marché.", "Er reißt den ganzen Markt ab.", "Ele vai derrubar o mercado inteiro."),
        line(5.7, 7.6, "I never signed— He never signed that.", "Yo no firm… Él no firmó eso.", "Je n'ai pas sign… Il n'a pas signé ça.", "Hab ich nie … Hat er nie erlaubt.", "Eu não assin… Ele não assinou isso."),
        line(8, 10.8, "Why is your face on that tower?", "¿Por qué está tu cara en esa torre?", "Pourquoi ton visage est sur cette tour ?", "Warum ist dein Gesicht an dem Turm?", "Por que a sua cara está naquela torre?"),
        line(11.3, 14, "Tell me you have a twin.", "Dime que tienes un gemelo.", "Dis-moi que tu as un jumeau.", "Sag mir, dass du einen Zwilling hast.", "Diz que você tem um irmão gêmeo."),
      ],
    },
    {
      title: words("The Defendant", "El acusado", "L'accusé", "Der Beklagte", "O réu"),
      shots: shots.defendant,
      lines: [
        line(0.3, 2, "You ate my soup. And lied.", "Te comiste mi sopa. Y mentiste.", "Tu as mangé ma soupe. Et menti.", "Du aßt meine Suppe. Und logst.", "Você comeu a minha sopa. E mentiu."),
        line(2.1, 3.8, "Then call me as your witness.", "Pues llámame como testigo.", "Alors cite-moi comme témoin.", "Dann ruf mich als Zeugen auf.", "Então me chame como testemunha."),
        line(4.3, 5.4, "Against yourself?", "¿Contra ti mismo?", "Contre toi-même ?", "Gegen dich selbst?", "Contra você mesmo?"),
        line(5.6, 7.1, "With extra chili.", "Con extra de picante.", "Avec supplément piment.", "Und zwar extra scharf.", "Com pimenta extra."),
        line(7.6, 10, "Case closed. The market stays.", "Caso cerrado. El mercado se queda.", "Affaire classée. Le marché reste.", "Fall erledigt. Der Markt bleibt.", "Caso encerrado. O mercado fica."),
        line(10.4, 12.1, "And who hired you, girl?", "¿Y quién te contrató a ti, hija?", "Et qui t'a engagée, ma fille ?", "Und wer hat dich bezahlt, Mädchen?", "E quem contratou você, menina?"),
        line(12.2, 14.3, "The scooter was never the bet. You were.", "La apuesta nunca fue la moto. Eras tú.", "L'enjeu du pari, c'était toi. Pas le scooter.", "Es ging nie um den Roller. Es ging um dich.", "A aposta nunca foi a moto. Era você."),
      ],
    },
  ],
};
