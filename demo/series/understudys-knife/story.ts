// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** The Understudy's Knife: three episodes, the first one free. */
export const series: Series = {
  folder: "The Understudy's Knife",
  slug: "understudys-knife",
  title: words("The Understudy's Knife", "El cuchillo de la suplente", "Le Couteau de la doublure", "Das Messer der Zweitbesetzung", "A faca da substituta"),
  synopsis: words(
    "Every night the heroine stabs herself, and every night the blade slides back into the handle. Tonight the star has lost her voice, Livia goes on in her place, and the knife is real. Two thousand people are watching. One of them knows whom it was meant for.",
    "Cada noche la heroína se apuñala, y cada noche la hoja se esconde en el mango. Hoy la diva se ha quedado sin voz, Livia sale en su lugar y el cuchillo es de verdad. Hay dos mil personas mirando. Una de ellas sabe para quién era.",
    "Chaque soir, l'héroïne se poignarde, et chaque soir la lame rentre dans le manche. Ce soir, la diva est aphone, Livia entre en scène à sa place et le couteau est vrai. Deux mille personnes regardent. L'une d'elles sait à qui il était destiné.",
    "Jeden Abend ersticht sich die Heldin, und jeden Abend gleitet die Klinge in den Griff. Heute hat die Diva ihre Stimme verloren, Livia springt ein, und das Messer ist echt. Zweitausend Menschen sehen zu. Einer von ihnen weiß, wem es galt.",
    "Toda noite a heroína se apunhala, e toda noite a lâmina entra no cabo. Hoje a diva perdeu a voz, Livia sobe ao palco no lugar dela e a faca é de verdade. Duas mil pessoas estão olhando. Uma delas sabe para quem era.",
  ),
  language: "en",
  free: 1,
  completed: true,
  tags: [
    words("Behind the curtain", "Entre bastidores", "En coulisses", "Hinter den Kulissen", "Nos bastidores"),
    words("Rivals", "Rivales", "Rivales", "Rivalinnen", "Rivais"),
    words("One night", "Una sola noche", "En une nuit", "Eine Nacht", "Uma só noite"),
    words("Opera", "Ópera", "Opéra", "Oper", "Ópera"),
  ],
  categories: [
    words("Thriller", "Thriller", "Thriller", "Thriller", "Suspense"),
    words("Mystery", "Misterio", "Mystère", "Mystery", "Mistério"),
  ],
  episodes: [
    {
      title: words("It Doesn't Fold", "No se pliega", "Elle ne rentre pas", "Sie gibt nicht nach", "Ela não recolhe"),
      shots: shots.sticks,
      lines: [
        line(0.7, 2.7, "Stage knives don't stick in wood.", "Un cuchillo de utilería no se clava.", "Un couteau de théâtre ne se plante pas.", "Ein Bühnenmesser bleibt nicht stecken.", "Faca de cena não crava na madeira."),
        line(3.2, 6.2, "At seven our star lost her voice. At eight I go on.", "A las siete la diva se quedó sin voz. A las ocho salgo yo.", "À sept heures, la diva perd sa voix. À huit heures, j'entre en scène.", "Um sieben verlor die Diva ihre Stimme. Um acht trete ich auf.", "Às sete a diva perdeu a voz. Às oito eu entro."),
        line(6.7, 9.9, "In the last act I stab myself. The blade always slides in.", "En el último acto me apuñalo. La hoja siempre se esconde.", "Au dernier acte, je me poignarde. La lame rentre toujours.", "Im letzten Akt ersteche ich mich. Die Klinge gleitet immer hinein.", "No último ato eu me apunhalo. A lâmina sempre recolhe."),
        line(10.4, 11.9, "Not tonight.", "Esta noche no.", "Pas ce soir.", "Heute nicht.", "Hoje não."),
        line(12.1, 14.2, "Was it meant for her? Or for me?", "¿Era para ella? ¿O para mí?", "Pour elle ? Ou pour moi ?", "Galt es ihr? Oder mir?", "Era para ela? Ou para mim?"),
      ],
    },
    {
      title: words("Sing", "Canta", "Chante", "Sing", "Cante"),
      shots: shots.duet,
      lines: [
        line(0.4, 3.2, "Two thousand people. One of them knows.", "Dos mil personas. Una lo sabe.", "Deux mille personnes. L'une d'elles sait.", "Zweitausend Menschen. Einer weiß es.", "Duas mil pessoas. Uma delas sabe."),
        line(3.7, 5.3, "The knife is real, Adrian.", "El cuchillo es de verdad, Adrian.", "Le couteau est vrai, Adrian.", "Das Messer ist echt, Adrian.", "A faca é de verdade, Adrian."),
        line(5.5, 7.4, "I know. I put it there. Sing.", "Lo sé. Lo puse yo. Canta.", "Je sais. C'est moi qui l'ai mis. Chante.", "Ich weiß. Es ist von mir. Sing.", "Eu sei. Fui eu que pus. Cante."),
        line(7.9, 10.6, "It was for Odile. She found out, and sent you.", "Era para Odile. Se enteró y te mandó a ti.", "C'était pour Odile. Elle l'a su, et t'a envoyée.", "Es galt Odile. Sie kam dahinter und schickte dich.", "Era para Odile. Ela descobriu e mandou você."),
        line(11.1, 14.2, "Then who is up there, with a blade on the rope?", "Entonces, ¿quién está ahí arriba, cortando la cuerda?", "Alors qui est là-haut, une lame sur la corde ?", "Und wer steht da oben und schneidet das Seil durch?", "Então quem está lá em cima, cortando a corda?"),
      ],
    },
    {
      title: words("Her Last Act", "Su último acto", "Son dernier acte", "Ihr letzter Akt", "O último ato dela"),
      shots: shots.curtain,
      lines: [
        line(0.3, 2.1, "One rope. Three hundred kilos.", "Una cuerda. Trescientos kilos.", "Une corde. Trois cents kilos.", "Ein Seil. Dreihundert Kilo.", "Uma corda. Trezentos quilos."),
        line(2.6, 5, "They fell where I had been standing.", "Cayeron donde yo había estado.", "Ils sont tombés là où je me tenais.", "Sie fielen, wo ich eben noch stand.", "Caíram bem onde eu estava."),
        line(5.5, 8.5, "I gave you my role, darling. All of it.", "Te di mi papel, querida. Hasta el final.", "Je t'ai donné mon rôle, ma chère. Jusqu'au bout.", "Ich gab dir meine Rolle, Liebes. Bis zum Ende.", "Eu lhe dei o meu papel, querida. Até o fim."),
        line(8.9, 11.8, "So I cut down the backdrop. And everyone saw her.", "Así que corté el telón de fondo. Y todos la vieron.", "Alors j'ai coupé la toile de fond. Et tous l'ont vue.", "Also schnitt ich den Prospekt herunter. Und alle sahen sie.", "Então cortei o telão. E todos a viram."),
        line(12.1, 13.6, "I sing every night now.", "Ahora canto todas las noches.", "Désormais, je chante tous les soirs.", "Jetzt singe ich jeden Abend.", "Agora eu canto toda noite."),
        line(13.8, 15.2, "I check the knife first.", "Pero antes reviso el cuchillo.", "Mais d'abord, je vérifie le couteau.", "Vorher prüfe ich das Messer.", "Mas antes eu confiro a faca."),
      ],
    },
  ],
};
