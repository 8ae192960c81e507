// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { CATEGORY, line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** The Orchid Ward: three episodes, one of them free. */
export const series: Series = {
  folder: "The Orchid Ward",
  slug: "orchid-ward",
  title: words("The Orchid Ward", "El pabellón de las orquídeas", "Le pavillon des orchidées", "Die Orchideenklinik", "A ala das orquídeas"),
  synopsis: words(
    "A private clinic under glass. Every evening Celia wakes and meets the doctor she married as if for the first time. He is patient, tender, and hiding something. So is she. For the orchids round her bed open only when she lies.",
    "Una clínica privada bajo cristal. Cada noche Celia despierta y conoce al médico con quien se casó como si fuera la primera vez. Él es paciente, tierno y oculta algo. Ella también. Porque las orquídeas que rodean su cama solo se abren cuando ella miente.",
    "Une clinique privée sous une verrière. Chaque soir, Celia se réveille et rencontre le médecin qu'elle a épousé comme au premier jour. Il est patient, tendre, et il cache quelque chose. Elle aussi. Car les orchidées autour de son lit ne s'ouvrent que lorsqu'elle ment.",
    "Eine Privatklinik unter Glas. Jeden Abend erwacht Celia und begegnet dem Arzt, den sie geheiratet hat, wie zum ersten Mal. Er ist geduldig, zärtlich und verbirgt etwas. Sie auch. Denn die Orchideen um ihr Bett öffnen sich nur, wenn sie lügt.",
    "Uma clínica particular sob o vidro. Toda noite Celia acorda e conhece o médico com quem se casou como se fosse a primeira vez. Ele é paciente, terno e esconde algo. Ela também. Porque as orquídeas ao redor da cama só se abrem quando ela mente.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Lost memory", "Memoria perdida", "Amnésie", "Gedächtnisverlust", "Amnésia"),
    words("Doctor and patient", "Médico y paciente", "Médecin et patiente", "Arzt und Patientin", "Médico e paciente"),
    words("Beautiful lies", "Bellas mentiras", "Beaux mensonges", "Schöne Lügen", "Belas mentiras"),
    words("By moonlight", "A la luz de la luna", "Au clair de lune", "Bei Mondschein", "Ao luar"),
  ],
  categories: [CATEGORY.mystery, CATEGORY.romance],
  episodes: [
    {
      title: words("Good Evening, Stranger", "Buenas noches, desconocido", "Bonsoir, inconnu", "Guten Abend, Fremder", "Boa noite, estranho"),
      shots: shots.stranger,
      lines: [
        line(0.5, 3.6, "Every evening, a stranger tells me he's my husband.", "Cada noche, un desconocido me dice que es mi marido.", "Chaque soir, un inconnu me dit qu'il est mon mari.", "Jeden Abend sagt mir ein Fremder, er sei mein Mann.", "Toda noite, um estranho me diz que é meu marido."),
        line(4.4, 6.6, "Good evening, Celia. Do you know me?", "Buenas noches, Celia. ¿Sabes quién soy?", "Bonsoir, Celia. Tu me reconnais ?", "Guten Abend, Celia. Kennst du mich?", "Boa noite, Celia. Sabe quem eu sou?"),
        line(7.4, 8.6, "Yes. Of course.", "Sí. Claro.", "Oui. Bien sûr.", "Ja. Natürlich.", "Sim. Claro."),
        line(8.9, 10.7, "You're lying. Look at the orchid.", "Mientes. Mira la orquídea.", "Tu mens. Regarde l'orchidée.", "Du lügst. Sieh die Orchidee an.", "Está mentindo. Olhe a orquídea."),
        line(11.3, 13.9, "Here, the flowers open only when I lie.", "Aquí las flores solo se abren cuando miento.", "Ici, les fleurs ne s'ouvrent que si je mens.", "Hier öffnen sich Blumen nur, wenn ich lüge.", "Aqui as flores só se abrem quando minto."),
      ],
    },
    {
      title: words("One for Each Evening", "Una por cada noche", "Une pour chaque soir", "Eine für jeden Abend", "Uma para cada noite"),
      shots: shots.jars,
      lines: [
        line(0.5, 3.4, "He keeps them all. One flower for each evening.", "Las guarda todas. Una flor por cada noche.", "Il les garde toutes. Une fleur par soir.", "Er bewahrt sie alle auf. Eine Blume für jeden Abend.", "Ele guarda todas. Uma flor para cada noite."),
        line(4, 5.3, "Are you afraid of me?", "¿Me tienes miedo?", "Tu as peur de moi ?", "Hast du Angst vor mir?", "Tem medo de mim?"),
        line(5.4, 6.8, "No.", "No.", "Non.", "Nein.", "Não."),
        line(7.4, 8.9, "And do you love me?", "¿Y me quieres?", "Et tu m'aimes ?", "Und liebst du mich?", "E me ama?"),
        line(9.1, 10.6, "I don't even know your name.", "Ni siquiera sé cómo te llamas.", "Je ne sais même pas ton nom.", "Ich weiß nicht mal deinen Namen.", "Nem sei o seu nome."),
        line(11.1, 12.6, "You are not my husband.", "Tú no eres mi marido.", "Tu n'es pas mon mari.", "Du bist nicht mein Mann.", "Você não é meu marido."),
        line(12.8, 14, "The orchid stayed shut.", "La orquídea no se abrió.", "L'orchidée est restée close.", "Die Orchidee blieb zu.", "A orquídea não se abriu."),
      ],
    },
    {
      title: words("Full Bloom", "En flor", "En pleine floraison", "In voller Blüte", "Em flor"),
      shots: shots.bloom,
      lines: [
        line(0.4, 3, "You're right. We crashed on the way to the church.", "Es verdad. Nos estrellamos camino de la iglesia.", "C'est vrai. L'accident, c'était en route pour l'église.", "Stimmt. Der Unfall war auf dem Weg zur Kirche.", "É verdade. O acidente foi a caminho da igreja."),
        line(3.5, 6.3, "You never got to say yes. So I ask each evening.", "No llegaste a decir «sí». Te lo pido cada noche.", "Tu n'as jamais dit oui. Alors je demande chaque soir.", "Du kamst nie zum Ja. Darum frage ich jeden Abend.", "Você não chegou a dizer sim. Por isso peço toda noite."),
        line(6.9, 8.5, "But I don't remember you.", "Pero yo no te recuerdo.", "Mais je ne me souviens pas de toi.", "Aber ich erinnere mich nicht an dich.", "Mas não me lembro de você."),
        line(8.7, 10.2, "Celia… all of them…", "Celia… todas…", "Celia… toutes…", "Celia … alle …", "Celia… todas elas…"),
        line(10.6, 12.3, "How long have you remembered?", "¿Desde cuándo lo recuerdas?", "Depuis quand te souviens-tu ?", "Seit wann erinnerst du dich?", "Desde quando você se lembra?"),
        line(12.5, 14.1, "Ask me again. Tomorrow evening.", "Pídemelo otra vez. Mañana por la noche.", "Redemande-moi. Demain soir.", "Frag mich noch mal. Morgen Abend.", "Peça de novo. Amanhã à noite."),
      ],
    },
  ],
};
