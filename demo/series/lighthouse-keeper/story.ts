// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Contract with the Lighthouse Keeper: eight episodes, three of them free. */
export const series: Series = {
  folder: "Contract with the Lighthouse Keeper",
  slug: "lighthouse-keeper",
  title: words("Contract with the Lighthouse Keeper", "Contrato con el farero", "Sous contrat avec le gardien du phare", "Vertrag mit dem Leuchtturmwärter", "Contrato com o faroleiro"),
  synopsis: words("Mara marries a stranger for a share in his lighthouse, and to learn why it went dark the night her father drowned. One year, one roof, no questions. But Elias Roan already knows her name, and at midnight something rings behind the red door.", "Mara se casa con un desconocido para quedarse con su faro y averiguar por qué se apagó la noche en que se ahogó su padre. Un año, un techo y ninguna pregunta. Pero Elias Roan ya sabe quién es ella, y a medianoche algo suena tras la puerta roja.", "Mara épouse un inconnu pour mettre la main sur son phare et comprendre pourquoi il s'est éteint la nuit où son père s'est noyé. Un an, un toit, aucune question. Mais Elias Roan connaît déjà son nom, et à minuit, quelque chose sonne derrière la porte rouge.", "Mara heiratet einen Fremden, um an seinen Leuchtturm zu kommen – und zu erfahren, warum er in der Nacht erlosch, in der ihr Vater ertrank. Ein Jahr, ein Dach, keine Fragen. Doch Elias Roan kennt ihren Namen längst, und um Mitternacht läutet etwas hinter der roten Tür.", "Mara se casa com um desconhecido para ficar com o farol dele e descobrir por que a luz se apagou na noite em que o pai dela morreu no mar. Um ano, um teto, nenhuma pergunta. Mas Elias Roan já sabe quem ela é, e à meia-noite algo toca atrás da porta vermelha."),
  language: "en",
  free: 3,
  completed: true,
  tags: [
    words("Marriage of convenience", "Matrimonio por contrato", "Mariage de convenance", "Zweckehe", "Casamento por contrato"),
    words("Family secrets", "Secretos de familia", "Secrets de famille", "Familiengeheimnisse", "Segredos de família"),
    words("Slow burn", "Amor a fuego lento", "Amour qui couve", "Langsam entflammt", "Amor que cresce devagar"),
    words("By the sea", "Junto al mar", "Au bord de la mer", "Am Meer", "À beira-mar"),
  ],
  categories: [
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
    words("Mystery", "Misterio", "Mystère", "Mystery", "Mistério"),
  ],
  episodes: [
    {
      title: words("Sign Here", "Firme aquí", "Signez ici", "Hier unterschreiben", "Assine aqui"),
      shots: shots.signHere,
      lines: [
        line(0.5, 4.2, "The night this light went out, my father drowned.", "La noche en que se apagó este faro, mi padre se ahogó.", "La nuit où ce phare s'est éteint, mon père s'est noyé.", "In der Nacht, als dieses Licht erlosch, ertrank mein Vater.", "Na noite em que este farol se apagou, meu pai se afogou."),
        line(5.1, 8.6, "Ten years later, I married the man who kept it.", "Diez años después, me casé con el farero.", "Dix ans plus tard, j'ai épousé son gardien.", "Zehn Jahre später heiratete ich den Mann, der es hütete.", "Dez anos depois, eu me casei com o faroleiro."),
        line(9.5, 12, "One year. One roof. No questions.", "Un año. Un techo. Ninguna pregunta.", "Un an. Un toit. Aucune question.", "Ein Jahr. Ein Dach. Keine Fragen.", "Um ano. Um teto. Nenhuma pergunta."),
        line(12.3, 14.2, "And half the light is mine.", "Y la mitad del faro es mía.", "Et la moitié du phare est à moi.", "Und das halbe Licht gehört mir.", "E metade do farol é minha."),
        line(15, 17.9, "He has no idea whose daughter I am.", "No tiene ni idea de quién soy hija.", "Il ignore de qui je suis la fille.", "Er ahnt nicht, wessen Tochter ich bin.", "Ele não faz ideia de quem eu sou filha."),
      ],
    },
    {
      title: words("Three Rules", "Tres reglas", "Trois règles", "Drei Regeln", "Três regras"),
      shots: shots.threeRules,
      lines: [
        line(0.5, 2.9, "You said no questions. You never mentioned rules.", "Dijiste sin preguntas. No hablaste de reglas.", "Aucune question, d'accord. Mais des règles ?", "Keine Fragen, hieß es. Von Regeln war nie die Rede.", "Você disse sem perguntas. Não falou de regras."),
        line(3.2, 4.9, "There are three.", "Son tres.", "Il y en a trois.", "Es sind drei.", "São três."),
        line(5.6, 8, "Never climb these stairs after midnight.", "No subas esta escalera después de medianoche.", "Ne monte jamais ici après minuit.", "Geh nach Mitternacht nie diese Treppe hinauf.", "Nunca suba esta escada depois da meia-noite."),
        line(8.3, 10.4, "Never open the red door.", "No abras nunca la puerta roja.", "N'ouvre jamais la porte rouge.", "Öffne nie die rote Tür.", "Nunca abra a porta vermelha."),
        line(10.9, 12.3, "And the third?", "¿Y la tercera?", "Et la troisième ?", "Und die dritte?", "E a terceira?"),
        line(12.6, 14.6, "Never fall in love with me.", "No te enamores de mí.", "Ne tombe jamais amoureuse de moi.", "Verlieb dich nie in mich.", "Nunca se apaixone por mim."),
        line(15.1, 17.9, "Midnight. And something is ringing in there.", "Medianoche. Y ahí dentro suena algo.", "Minuit. Et là-dedans, quelque chose sonne.", "Mitternacht. Und da drinnen läutet etwas.", "Meia-noite. E alguma coisa está tocando lá dentro."),
      ],
    },
    {
      title: words("The Red Door", "La puerta roja", "La porte rouge", "Die rote Tür", "A porta vermelha"),
      shots: shots.redDoor,
      lines: [
        line(0.5, 2.3, "First night. Second rule.", "Primera noche. Segunda regla.", "Première nuit. Deuxième règle.", "Erste Nacht. Zweite Regel.", "Primeira noite. Segunda regra."),
        line(2.5, 4.5, "I was never good at rules.", "Nunca se me dieron bien las reglas.", "Les règles et moi…", "Regeln lagen mir noch nie.", "Nunca fui boa com regras."),
        line(5.3, 8, "My father's bell. It went down with his ship.", "La campana de mi padre. Se hundió con su barco.", "La cloche de mon père. Elle a coulé avec son navire.", "Vaters Glocke. Sie ging mit seinem Schiff unter.", "O sino do meu pai. Afundou com o navio dele."),
        line(8.3, 10.8, "And my face. On every wall.", "Y mi cara. En todas las paredes.", "Et mon visage. Sur tous les murs.", "Und mein Gesicht. An jeder Wand.", "E o meu rosto. Em todas as paredes."),
        line(11.6, 14, "I told you not to open it, Mara Quill.", "Te dije que no la abrieras, Mara Quill.", "Je t'avais dit de ne pas l'ouvrir, Mara Quill.", "Ich sagte, du sollst sie nicht öffnen, Mara Quill.", "Eu disse para não abrir, Mara Quill."),
        line(14.3, 16, "I never told you that name.", "Nunca te dije ese apellido.", "Je ne t'ai jamais dit ce nom.", "Diesen Namen habe ich dir nie genannt.", "Eu nunca te disse esse nome."),
        line(16.2, 17.9, "I've waited ten years to say it.", "Llevo diez años esperando decirlo.", "J'attends depuis dix ans de le dire.", "Ich warte seit zehn Jahren darauf.", "Esperei dez anos para dizê-lo."),
      ],
    },
    {
      title: words("The Girl in the Water", "La chica del agua", "La fille dans l'eau", "Das Mädchen im Wasser", "A garota na água"),
      shots: shots.girlInTheWater,
      lines: [
        line(0.6, 3, "I pulled one person out that night.", "Aquella noche solo salvé a una persona.", "Cette nuit-là, je n'ai sauvé qu'une personne.", "Einen Menschen habe ich damals herausgeholt.", "Naquela noite, só consegui salvar uma pessoa."),
        line(3.3, 5.9, "A girl with a red scarf. You.", "Una chica con una bufanda roja. Tú.", "Une fille à l'écharpe rouge. Toi.", "Ein Mädchen mit rotem Schal. Dich.", "Uma menina de cachecol vermelho. Você."),
        line(6.6, 8.6, "Then who put out the light?", "Entonces, ¿quién apagó el faro?", "Alors qui a éteint le phare ?", "Wer hat dann das Licht gelöscht?", "Então quem apagou o farol?"),
        line(8.9, 11.9, "The man who wanted your father's ship on the rocks.", "El hombre que quería el barco de tu padre contra las rocas.", "L'homme qui voulait voir ton père se fracasser sur les rochers.", "Der Mann, der das Schiff deines Vaters auf den Felsen sehen wollte.", "O homem que queria o navio do seu pai nas pedras."),
        line(12.6, 14.3, "Give me his name.", "Dime su nombre.", "Donne-moi son nom.", "Sag mir, wie er heißt.", "Me diga o nome dele."),
        line(14.6, 17.7, "Ask him yourself. He's coming to dinner.", "Pregúntaselo tú. Viene a cenar.", "Demande-le-lui. Il vient dîner.", "Frag ihn selbst. Er kommt zum Abendessen.", "Pergunte você mesma. Ele vem jantar."),
      ],
    },
    {
      title: words("Dinner for Three", "Cena para tres", "Dîner à trois", "Abendessen zu dritt", "Jantar para três"),
      shots: shots.dinnerForThree,
      lines: [
        line(0.5, 2.9, "A keeper with a wife. How convenient.", "Un farero casado. Qué oportuno.", "Un gardien marié. Comme c'est commode.", "Ein Wärter mit Ehefrau. Wie praktisch.", "Um faroleiro casado. Que conveniente."),
        line(3.2, 5.8, "A sham marriage would cost you the light.", "Un matrimonio falso te costaría el faro.", "Un faux mariage vous coûterait le phare.", "Eine Scheinehe würde Sie das Licht kosten.", "Um casamento falso lhe custaria o farol."),
        line(6.4, 8.2, "Nothing about us is a sham.", "Lo nuestro no tiene nada de falso.", "Il n'y a rien de faux entre nous.", "An uns ist nichts Schein.", "Não há nada de falso entre nós."),
        line(8.5, 10.7, "Then kiss her, keeper.", "Pues bésala, farero.", "Alors embrassez-la, gardien.", "Dann küssen Sie sie, Wärter.", "Então beije-a, faroleiro."),
        line(11.4, 13.2, "You don't have to do this.", "No tienes por qué hacerlo.", "Tu n'es pas obligée.", "Du musst das nicht tun.", "Você não precisa fazer isso."),
        line(13.4, 15.1, "It's only a contract.", "Solo es un contrato.", "Ce n'est qu'un contrat.", "Es ist nur ein Vertrag.", "É só um contrato."),
        line(16, 17.9, "And then it wasn't.", "Y entonces dejó de serlo.", "Et puis ce fut autre chose.", "Und dann war es mehr.", "E então deixou de ser."),
      ],
    },
    {
      title: words("The Second Page", "La segunda página", "La deuxième page", "Die zweite Seite", "A segunda página"),
      shots: shots.secondPage,
      lines: [
        line(0.6, 2.6, "You're smiling, Mrs. Roan.", "Está sonriendo, señora Roan.", "Vous souriez, madame Roan.", "Sie lächeln ja, Frau Roan.", "A senhora está sorrindo, senhora Roan."),
        line(2.9, 4.9, "It's not in the contract.", "No está en el contrato.", "Ce n'est pas dans le contrat.", "Steht nicht im Vertrag.", "Isso não está no contrato."),
        line(5.4, 7.4, "There was a page he never showed me.", "Había una página que nunca me enseñó.", "Il y avait une page qu'il m'avait cachée.", "Eine Seite hatte er mir nie gezeigt.", "Havia uma página que ele nunca me mostrou."),
        line(7.6, 10.5, "“Should the wife die, the keeper inherits all.”", "«Si muere la esposa, el farero lo hereda todo».", "« Si l'épouse meurt, le gardien hérite de tout. »", "„Stirbt die Ehefrau, erbt der Wärter alles.“", "“Se a esposa morrer, o faroleiro herda tudo.”"),
        line(11.4, 13.3, "Mara? You've gone pale.", "¿Mara? Estás pálida.", "Mara ? Tu es toute pâle.", "Mara? Du bist ganz blass.", "Mara? Você está pálida."),
        line(13.6, 15, "It's only the snow.", "Es solo la nieve.", "C'est la neige.", "Das ist nur der Schnee.", "É só a neve."),
        line(15.4, 17.8, "Come up to the gallery tonight. Alone.", "Sube esta noche a la galería. Sola.", "Monte à la galerie ce soir. Seule.", "Komm heute Nacht auf die Galerie. Allein.", "Suba à galeria esta noite. Sozinha."),
      ],
    },
    {
      title: words("Thirty Metres Up", "A treinta metros", "À trente mètres", "Dreißig Meter hoch", "A trinta metros"),
      shots: shots.thirtyMetresUp,
      lines: [
        line(0.5, 2.7, "Did you marry me to bury me?", "¿Te casaste conmigo para enterrarme?", "Tu m'as épousée pour m'enterrer ?", "Hast du mich geheiratet, um mich zu begraben?", "Você se casou comigo para me enterrar?"),
        line(3, 5.6, "I married you so he couldn't.", "Me casé contigo para que él no pudiera.", "Je t'ai épousée pour l'en empêcher, lui.", "Ich habe dich geheiratet, damit er es nicht kann.", "Eu me casei com você para que ele não pudesse."),
        line(6.3, 8.8, "Crane wrote that page. I only signed it to keep you near.", "Esa página es de Crane. Firmé para tenerte cerca.", "Cette page est de Crane. J'ai signé pour te garder près de moi.", "Die Seite ist von Crane. Ich unterschrieb, um dich zu schützen.", "Foi Crane quem escreveu. Assinei para ter você por perto."),
        line(9.1, 10.6, "Why didn't you tell me?", "¿Por qué no me lo dijiste?", "Pourquoi ne m'as-tu rien dit ?", "Warum hast du nichts gesagt?", "Por que não me contou?"),
        line(10.8, 12.3, "No questions. Remember?", "Ninguna pregunta. ¿Recuerdas?", "Aucune question. Tu te souviens ?", "Keine Fragen. Weißt du noch?", "Nenhuma pergunta. Lembra?"),
        line(13.6, 15.1, "Elias… the light!", "Elias… ¡el faro!", "Elias… le phare !", "Elias … das Licht!", "Elias… o farol!"),
        line(15.4, 17.9, "He's done it again. With sixty people out there.", "Lo ha vuelto a hacer. Y hay sesenta personas ahí fuera.", "Il a recommencé. Et ils sont soixante à bord.", "Er hat es wieder getan. Und da draußen sind sechzig Menschen.", "Ele fez de novo. E há sessenta pessoas lá fora."),
      ],
    },
    {
      title: words("All the Questions", "Todas las preguntas", "Toutes les questions", "Alle Fragen", "Todas as perguntas"),
      shots: shots.allTheQuestions,
      lines: [
        line(0.5, 2.4, "The oil is gone. There's nothing to burn.", "No queda aceite. No hay nada que quemar.", "Plus d'huile. Plus rien à brûler.", "Das Öl ist weg. Wir haben nichts zum Brennen.", "O óleo acabou. Não há nada para queimar."),
        line(2.7, 4.4, "There's the contract.", "Nos queda el contrato.", "Il reste le contrat.", "Wir haben den Vertrag.", "Temos o contrato."),
        line(7, 9, "Sixty people turned for open water.", "Sesenta personas viraron hacia mar abierto.", "Soixante personnes ont viré vers le large.", "Sechzig Menschen drehten ab aufs offene Meer.", "Sessenta pessoas viraram para o mar aberto."),
        line(9.2, 11.3, "And Crane ran out of dark to hide in.", "Y a Crane se le acabó la oscuridad.", "Et Crane n'eut plus d'ombre où se cacher.", "Und Crane ging die Dunkelheit aus.", "E acabou a escuridão onde Crane se escondia."),
        line(12, 14, "You're free. Nothing binds you to me.", "Eres libre. Nada te ata a mí.", "Tu es libre. Plus rien ne te lie à moi.", "Du bist frei. Nichts bindet dich an mich.", "Você está livre. Nada te prende a mim."),
        line(14.2, 15.6, "Then ask me again.", "Entonces, pídemelo otra vez.", "Alors redemande-moi.", "Dann frag mich noch einmal.", "Então me peça de novo."),
        line(15.8, 17.3, "One roof. No rules.", "Un techo. Sin reglas.", "Un toit. Aucune règle.", "Ein Dach. Keine Regeln.", "Um teto. Sem regras."),
        line(17.5, 19.3, "And all the questions I want.", "Y todas las preguntas que yo quiera.", "Et toutes les questions que je veux.", "Und alle Fragen, die ich will.", "E todas as perguntas que eu quiser."),
      ],
    },
  ],
};
