// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series, Shot } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
const shots = {
  ringing: [
    { scene: "wall", seconds: 3.7, camera: { from: [0, 0, 1.02], to: [0, -10, 1.26, 0.02], shake: 3 } },
    { scene: "hand", mood: "ring", seconds: 3.2, camera: { from: [-10, 20, 1.02], to: [16, -20, 1.12] } },
    { scene: "face", mood: "mirror", seconds: 4.2, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
    { scene: "face", mood: "behind", seconds: 3.3, camera: { from: [16, 0, 1.02], to: [-20, 0, 1.12] } },
  ],
  married: [
    { scene: "lift", mood: "open", seconds: 3.7, camera: { from: [0, -10, 1.02], to: [0, -20, 1.2] } },
    { scene: "face", mood: "alone", seconds: 3.7, camera: { from: [-20, 0, 1.02], to: [20, -10, 1.1] } },
    { scene: "lift", mood: "shut", seconds: 2.9, camera: { from: [0, -20, 1.2], to: [0, -10, 1.06] } },
    { scene: "hand", mood: "talk", seconds: 4.1, camera: { from: [0, 0, 1.04], to: [0, -40, 1.26, -0.03] } },
  ],
  pressed: [
    { scene: "roof", mood: "two", seconds: 4, camera: { from: [-24, 0, 1.03], to: [24, -10, 1.12] } },
    { scene: "hand", mood: "talk", seconds: 2.8, skip: 2, camera: { from: [14, -20, 1.16], to: [-10, 0, 1.04] } },
    { scene: "roof", mood: "lights", seconds: 3.4, camera: { from: [10, 10, 1.1], to: [0, -10, 1.3], shake: 3 } },
    { scene: "face", mood: "mirror", seconds: 4.2, skip: 1, camera: { from: [0, 10, 1.16], to: [0, 0, 1.03] } },
  ],
} satisfies Record<string, Shot[]>;

/** My Husband's Second Phone: three episodes, the first is free. */
export const series: Series = {
  folder: "My Husband's Second Phone",
  slug: "second-phone",
  title: words("My Husband's Second Phone", "El segundo móvil de mi marido", "Le deuxième téléphone de mon mari", "Das zweite Handy meines Mannes", "O segundo celular do meu marido"),
  synopsis: words(
    "On the third night in her new flat, Ines hears a phone ringing inside the wall. She breaks it open, picks up, and hears her own voice. It knows about the year she lost. It knows the man in the next room. And it tells her not to turn around.",
    "En la tercera noche en su piso nuevo, Inés oye sonar un móvil dentro de la pared. La rompe, contesta y oye su propia voz. Esa voz sabe lo del año que perdió. Conoce al hombre de la habitación de al lado. Y le dice que no se dé la vuelta.",
    "Troisième nuit dans son nouvel appartement : Inès entend un téléphone sonner dans le mur. Elle le casse, décroche, et reconnaît sa propre voix. Une voix qui sait tout de l'année qu'elle a perdue. Qui connaît l'homme dans la pièce d'à côté. Et qui lui dit de ne pas se retourner.",
    "In der dritten Nacht in der neuen Wohnung klingelt ein Handy in der Wand. Ines schlägt sie auf, nimmt ab und hört ihre eigene Stimme. Die weiß von dem Jahr, das Ines verloren hat. Sie kennt den Mann im Zimmer nebenan. Und sie sagt: Dreh dich nicht um.",
    "Na terceira noite no apartamento novo, Inês ouve um celular tocar dentro da parede. Ela quebra a parede, atende e ouve a própria voz. A voz sabe do ano que ela perdeu. Conhece o homem no quarto ao lado. E diz para ela não se virar.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Secret identity", "Identidad secreta", "Identité secrète", "Geheime Identität", "Identidade secreta"),
    words("Lost memory", "Memoria perdida", "Mémoire perdue", "Gedächtnisverlust", "Memória perdida"),
    words("Dangerous husband", "Marido peligroso", "Mari dangereux", "Gefährlicher Ehemann", "Marido perigoso"),
    words("Big city", "Gran ciudad", "Grande ville", "Großstadt", "Cidade grande"),
  ],
  categories: [
    words("Revenge", "Venganza", "Vengeance", "Rache", "Vingança"),
    words("Thriller", "Thriller", "Thriller", "Thriller", "Suspense"),
  ],
  episodes: [
    {
      title: words("The Wall Is Ringing", "La pared está sonando", "Le mur sonne", "Die Wand klingelt", "A parede está tocando"),
      shots: shots.ringing,
      lines: [
        line(0.4, 3.4, "Third night in our new flat. The wall is ringing.", "Tercera noche en el piso nuevo. La pared está sonando.", "Troisième nuit dans le nouvel appart. Le mur sonne.", "Die dritte Nacht in der neuen Wohnung. Die Wand klingelt.", "Terceira noite no apartamento novo. A parede está tocando."),
        line(3.9, 6.6, "My husband owns one phone. This isn't it.", "Mi marido tiene un solo móvil. Y no es este.", "Mon mari n'a qu'un téléphone. Ce n'est pas celui-ci.", "Mein Mann hat nur ein Handy. Das hier ist es nicht.", "Meu marido só tem um celular. E não é este."),
        line(7.1, 8.5, "Who is this?", "¿Quién eres?", "Qui est à l'appareil ?", "Wer ist da?", "Quem está falando?"),
        line(8.7, 10.9, "You know this voice. It's yours.", "Conoces esta voz. Es la tuya.", "Tu connais cette voix. C'est la tienne.", "Du kennst diese Stimme. Es ist deine.", "Você conhece esta voz. É a sua."),
        line(11.3, 14, "Don't turn around. He's home.", "No te des la vuelta. Ha llegado.", "Ne te retourne pas. Il est rentré.", "Dreh dich nicht um. Er ist zu Hause.", "Não se vire. Ele chegou."),
      ],
    },
    {
      title: words("The Year You Lost", "El año que perdiste", "L'année que tu as perdue", "Das Jahr, das dir fehlt", "O ano que você perdeu"),
      shots: shots.married,
      lines: [
        line(0.5, 3.4, "Still awake, darling? I thought I heard you talking.", "¿Aún despierta, cariño? Me pareció oírte hablar.", "Encore debout, chérie ? Je t'ai entendue parler.", "Noch wach, Liebling? Ich dachte, du redest mit jemandem.", "Ainda acordada, amor? Achei que ouvi você falando."),
        line(3.8, 5.5, "You lost a year in the crash.", "Perdiste un año en el accidente.", "L'accident t'a pris une année.", "Der Unfall nahm dir ein Jahr.", "O acidente levou um ano seu."),
        line(5.6, 7.4, "He filled it with fake photos.", "Él lo llenó de fotos falsas.", "Il l'a remplie de fausses photos.", "Er füllte es mit falschen Fotos.", "Ele o encheu de fotos falsas."),
        line(7.7, 10, "Go to bed. Tomorrow you sign the papers.", "Vete a la cama. Mañana firmas los papeles.", "Va dormir. Demain, tu signes les papiers.", "Geh schlafen. Morgen unterschreibst du.", "Vá dormir. Amanhã você assina os papéis."),
        line(10.6, 14, "Ines, listen. You never married him.", "Inés, escucha. Nunca te casaste con él.", "Inès, écoute. Tu ne l'as jamais épousé.", "Ines, hör zu. Du hast ihn nie geheiratet.", "Inês, escute. Você nunca se casou com ele."),
      ],
    },
    {
      title: words("Who Pressed Call?", "¿Quién ha llamado?", "Qui a lancé l'appel ?", "Wer hat angerufen?", "Quem fez a ligação?"),
      shots: shots.pressed,
      lines: [
        line(0.5, 3.6, "Sign, Ines. Then I'll tell you who you are.", "Firma, Inés. Y te diré quién eres.", "Signe, Inès. Et je te dirai qui tu es.", "Unterschreib, Ines. Dann sage ich dir, wer du bist.", "Assine, Inês. E eu digo quem você é."),
        line(4.2, 6.6, "Tell them. This call has been live for an hour.", "Díselo a ellos. Llevan una hora escuchando.", "Dis-le-leur. Ils écoutent depuis une heure.", "Sag es ihnen. Sie hören seit einer Stunde mit.", "Diga a eles. Estão ouvindo há uma hora."),
        line(7, 10, "The bank. The board. And the police downstairs.", "El banco. El consejo. Y la policía, ahí abajo.", "La banque. Le conseil. Et la police, en bas.", "Die Bank. Der Vorstand. Und unten die Polizei.", "O banco. O conselho. E a polícia lá embaixo."),
        line(10.3, 12.4, "My voice was a recording. Who pressed call?", "Era una grabación. ¿Quién ha llamado?", "Une simple bande. Qui a lancé l'appel ?", "Es war eine Aufnahme. Wer hat angerufen?", "Minha voz era uma gravação. Quem ligou?"),
        line(12.5, 14.3, "I did. I'm his wife.", "Yo. Soy su mujer.", "Moi. Je suis sa femme.", "Ich. Ich bin seine Frau.", "Eu. Sou a esposa dele."),
      ],
    },
  ],
};
