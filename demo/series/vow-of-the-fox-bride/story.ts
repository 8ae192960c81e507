// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Vow of the Fox Bride: eight episodes, three of them free. */
export const series: Series = {
  folder: "Vow of the Fox Bride",
  slug: "vow-of-the-fox-bride",
  title: words("Vow of the Fox Bride", "El voto de la novia zorro", "Le serment de la fiancée renarde", "Das Gelübde der Fuchsbraut", "O voto da noiva raposa"),
  synopsis: words(
    "Every hundred years a village gives its mountain a bride. This one is no village girl. She is a fox in a white robe, and she has come for Ren, the hunter who once spared her and kept her fire. Tonight the two must marry before moonset. But whoever says the vow first loses their shadow.",
    "Cada cien años, un pueblo entrega una novia a la montaña. Esta no es del pueblo. Es un espíritu zorro vestido de blanco y viene a buscar a Ren, el cazador que un día le perdonó la vida y se quedó con su fuego. Esta noche tienen que casarse antes de que se ponga la luna. Pero quien diga el voto primero perderá su sombra.",
    "Tous les cent ans, un village donne une fiancée à la montagne. Celle-ci n'est pas du village. C'est une renarde en robe blanche, et elle vient pour Ren, le chasseur qui l'épargna jadis et garda son feu. Cette nuit, ils doivent s'unir avant que la lune se couche. Mais le premier qui prononce le serment perd son ombre.",
    "Alle hundert Jahre gibt ein Dorf dem Berg eine Braut. Doch diese kommt nicht aus dem Dorf. Sie ist eine Füchsin im weißen Kleid, und sie kommt wegen Ren – dem Jäger, der sie einst verschonte und ihr Feuer behielt. Heute Nacht müssen sie sich vermählen, ehe der Mond untergeht. Doch wer das Gelübde zuerst spricht, verliert seinen Schatten.",
    "A cada cem anos, uma aldeia entrega uma noiva à montanha. Esta não é da aldeia. É uma raposa vestida de branco e veio atrás de Ren, o caçador que um dia a poupou e ficou com o fogo dela. Nesta noite, os dois precisam se casar antes que a lua se ponha. Mas quem disser o voto primeiro perde a própria sombra.",
  ),
  language: "en",
  free: 3,
  completed: true,
  tags: [
    words("Fox spirit", "Espíritu zorro", "Esprit renard", "Fuchsgeist", "Espírito raposa"),
    words("Enemies to lovers", "De enemigos a amantes", "Ennemis puis amants", "Von Feinden zu Liebenden", "De inimigos a amantes"),
    words("Hidden identity", "Identidad oculta", "Identité cachée", "Verborgene Identität", "Identidade oculta"),
    words("Old curse", "Antigua maldición", "Vieille malédiction", "Alter Fluch", "Antiga maldição"),
  ],
  categories: [
    words("Fantasy", "Fantasía", "Fantasy", "Fantasy", "Fantasia"),
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
    words("Asian Stories", "Historias de Asia", "Histoires d'Asie", "Geschichten aus Asien", "Histórias da Ásia"),
  ],
  episodes: [
    {
      title: words("A Bride for the Mountain", "Una novia para la montaña", "Une fiancée pour la montagne", "Eine Braut für den Berg", "Uma noiva para a montanha"),
      shots: shots.aBrideForTheMountain,
      lines: [
        line(0.5, 4, "Every hundred years, the mountain takes a bride.", "Cada cien años, la montaña se lleva a una novia.", "Tous les cent ans, la montagne prend une fiancée.", "Alle hundert Jahre holt sich der Berg eine Braut.", "A cada cem anos, a montanha leva uma noiva."),
        line(5.2, 8.8, "They dressed me in white. No one asked my name.", "Me vistieron de blanco. Nadie preguntó mi nombre.", "On m'a vêtue de blanc. Personne n'a demandé mon nom.", "Sie kleideten mich in Weiß. Niemand fragte nach meinem Namen.", "Me vestiram de branco. Ninguém perguntou meu nome."),
        line(9.7, 13, "He waits at the gate. He doesn't know me.", "Él espera en la puerta. No me reconoce.", "Il attend sous le portail. Il ne me reconnaît pas.", "Er wartet am Tor. Er erkennt mich nicht.", "Ele espera no portal. E não me reconhece."),
        line(13.9, 17.9, "Ten years ago, he let a fox live. Tonight she collects.", "Hace diez años perdonó a un zorro blanco. Esta noche vengo a cobrar.", "Il y a dix ans, il a épargné une renarde. Ce soir, elle réclame son dû.", "Vor zehn Jahren ließ er eine Füchsin leben. Heute treibt sie die Schuld ein.", "Há dez anos, ele poupou uma raposa. Hoje ela veio cobrar."),
      ],
    },
    {
      title: words("Who Speaks First", "Quien hable primero", "Le premier qui parle", "Wer zuerst spricht", "Quem falar primeiro"),
      shots: shots.whoSpeaksFirst,
      lines: [
        line(0.5, 2.9, "Speak your vow before the moon sets.", "El voto, antes de que se ponga la luna.", "Prononcez le serment avant le coucher de la lune.", "Sprecht das Gelübde, ehe der Mond sinkt.", "Digam o voto antes que a lua se ponha."),
        line(3.2, 5.9, "Whoever speaks first loses their shadow.", "Quien hable primero perderá su sombra.", "Le premier qui parle perd son ombre.", "Wer zuerst spricht, verliert seinen Schatten.", "Quem falar primeiro perde a sombra."),
        line(6.6, 8.2, "And without a shadow?", "¿Y sin sombra?", "Et sans ombre ?", "Und ohne Schatten?", "E sem sombra?"),
        line(8.4, 10.4, "You never leave the mountain.", "Nunca se sale de la montaña.", "On ne quitte jamais la montagne.", "Verlässt man den Berg nie mehr.", "Ninguém sai da montanha."),
        line(10.9, 13.6, "Then I'll make him say it first.", "Entonces haré que él lo diga primero.", "Alors je le ferai parler le premier.", "Dann bringe ich ihn dazu, es zuerst zu sagen.", "Então vou fazer ele dizer primeiro."),
        line(14.4, 17.9, "Strange. I've seen your eyes before.", "Qué raro. Yo ya he visto tus ojos.", "C'est étrange. J'ai déjà vu tes yeux.", "Seltsam. Deine Augen kenne ich.", "Estranho. Eu já vi os seus olhos."),
      ],
    },
    {
      title: words("The White Fox", "El zorro blanco", "La renarde blanche", "Die weiße Füchsin", "A raposa branca"),
      shots: shots.theWhiteFox,
      lines: [
        line(0.5, 3.2, "Ten winters ago, a young hunter found me in a snare.", "Hace diez inviernos, un cazador me halló en un lazo.", "Il y a dix hivers, un chasseur m'a trouvée prise au piège.", "Vor zehn Wintern fand mich ein Jäger in der Schlinge.", "Há dez invernos, um jovem caçador me achou num laço."),
        line(3.4, 6.3, "He cut me free. And kept what fell from my mouth.", "Me soltó. Y se quedó con lo que cayó de mi boca.", "Il m'a libérée. Et a gardé ce qui tomba de ma gueule.", "Er schnitt mich los. Und behielt, was mir aus dem Maul fiel.", "Ele me soltou. E ficou com o que caiu da minha boca."),
        line(6.9, 10.3, "My fire. Without it, a fox can never go home.", "Mi fuego. Sin él, un zorro no puede volver a casa.", "Mon feu. Sans lui, une renarde ne peut rentrer chez elle.", "Mein Feuer. Ohne es findet keine Füchsin heim.", "Meu fogo. Sem ele, uma raposa nunca volta para casa."),
        line(10.9, 13.5, "Tonight I take it back. And his shadow with it.", "Esta noche lo recupero. Y me llevo su sombra.", "Cette nuit, je le reprends. Et son ombre avec.", "Heute hole ich es mir zurück. Und seinen Schatten dazu.", "Hoje eu o pego de volta. E a sombra dele também."),
        line(14.4, 18, "Looking for this, little fox?", "¿Buscabas esto, pequeño zorro?", "C'est ça que tu cherches, petite renarde ?", "Suchst du das hier, kleine Füchsin?", "Procurando isto, raposinha?"),
      ],
    },
    {
      title: words("He Knew", "Él lo sabía", "Il savait", "Er wusste es", "Ele sabia"),
      shots: shots.heKnew,
      lines: [
        line(0.5, 2.4, "How long have you known?", "¿Desde cuándo lo sabes?", "Depuis quand le sais-tu ?", "Seit wann weißt du es?", "Desde quando você sabe?"),
        line(2.7, 5.8, "Rain under a clear moon. Somewhere a fox is getting married.", "Lluvia con luna clara: esta noche hay boda de zorros.", "Pluie sous la lune claire : une renarde se marie quelque part.", "Regen bei klarem Mond. Irgendwo heiratet eine Füchsin.", "Chuva com lua clara: em algum lugar, uma raposa se casa."),
        line(6.5, 8, "Then why didn't you run?", "¿Y por qué no huiste?", "Alors pourquoi n'as-tu pas fui ?", "Warum bist du nicht geflohen?", "Então por que não fugiu?"),
        line(8.3, 10.7, "They would send my sister next.", "La siguiente sería mi hermana.", "La suivante, ce serait ma sœur.", "Meine Schwester wäre die Nächste.", "A próxima seria a minha irmã."),
        line(11.3, 13.8, "So take your due. I, Ren, vow to…", "Así que cobra. Yo, Ren, prometo…", "Alors prends ton dû. Moi, Ren, je jure de…", "Also nimm, was dir zusteht. Ich, Ren, gelobe …", "Então cobre a dívida. Eu, Ren, prometo…"),
        line(14.1, 15.2, "Don't!", "¡No!", "Tais-toi !", "Nicht!", "Não!"),
        line(15.3, 18.1, "One word and I'd have won. Why did I stop him?", "Una palabra y ganaba yo. ¿Por qué lo detuve?", "Un mot et je gagnais. Pourquoi l'ai-je arrêté ?", "Ein Wort, und ich hätte gesiegt. Warum hielt ich ihn auf?", "Uma palavra e eu venceria. Por que o impedi?"),
      ],
    },
    {
      title: words("The Groom", "El novio", "Le fiancé", "Der Bräutigam", "O noivo"),
      shots: shots.theGroom,
      lines: [
        line(0.8, 3, "Then the mountain stood up.", "Entonces la montaña se puso en pie.", "Alors la montagne se leva.", "Da stand der Berg auf.", "Então a montanha se levantou."),
        line(3.4, 6.3, "I have had nine brides. I have nine shadows.", "He tenido nueve novias. Tengo nueve sombras.", "J'ai eu neuf fiancées. J'ai neuf ombres.", "Neun Bräute hatte ich. Neun Schatten habe ich.", "Tive nove noivas. Tenho nove sombras."),
        line(7, 9.1, "They're still here. All of them.", "Siguen aquí. Todas.", "Elles sont encore là. Toutes.", "Sie sind noch hier. Alle.", "Elas ainda estão aqui. Todas."),
        line(9.3, 11.9, "By moonset, one of you joins them.", "Cuando caiga la luna, uno de los dos irá con ellas.", "Au coucher de la lune, l'un de vous les rejoint.", "Bei Monduntergang gehört einer von euch dazu.", "Quando a lua se puser, um de vocês se junta a elas."),
        line(12.7, 14.7, "One of the shadows turned around.", "Una de las sombras se dio la vuelta.", "L'une des ombres se retourna.", "Einer der Schatten drehte sich um.", "Uma das sombras se virou."),
        line(15, 17.9, "She has ears like mine… Mother?", "Tiene orejas como las mías… ¿Madre?", "Elle a mes oreilles… Mère ?", "Sie hat Ohren wie ich … Mutter?", "Ela tem orelhas como as minhas… Mãe?"),
      ],
    },
    {
      title: words("The First Vow", "El primer voto", "Le premier serment", "Das erste Gelübde", "O primeiro voto"),
      shots: shots.theFirstVow,
      lines: [
        line(0.6, 3.1, "I loved a man, too. I spoke first.", "Yo también amé a un hombre. Hablé primero.", "Moi aussi, j'ai aimé un homme. J'ai parlé la première.", "Auch ich liebte einen Mann. Ich sprach zuerst.", "Eu também amei um homem. Falei primeiro."),
        line(3.4, 6, "They told me a hunter took you.", "Me dijeron que te mató un cazador.", "On m'a dit qu'un chasseur t'avait prise.", "Man sagte mir, ein Jäger hätte dich geholt.", "Me disseram que um caçador levou você."),
        line(6.8, 9, "No hunter set your snare, either.", "Tu lazo tampoco lo puso un cazador.", "Ton piège non plus n'était pas d'un chasseur.", "Auch deine Schlinge legte kein Jäger.", "O seu laço também não foi de um caçador."),
        line(9.3, 11.6, "The mountain wanted you to hate him.", "La montaña quería que lo odiaras.", "La montagne voulait que tu le haïsses.", "Der Berg wollte, dass du ihn hasst.", "A montanha queria que você o odiasse."),
        line(12.5, 14.4, "Lights. The village is coming.", "Luces. Viene el pueblo.", "Des lumières. Le village arrive.", "Lichter. Das Dorf kommt.", "Luzes. A aldeia está vindo."),
        line(14.8, 17.9, "That's my sister. They've dressed her in white.", "Es mi hermana. La han vestido de blanco.", "C'est ma sœur. Ils l'ont vêtue de blanc.", "Das ist meine Schwester. Sie haben sie in Weiß gekleidet.", "É a minha irmã. Ela está vestida de branco."),
      ],
    },
    {
      title: words("Moonset", "Cuando cae la luna", "Quand la lune se couche", "Monduntergang", "Quando a lua se põe"),
      shots: shots.moonset,
      lines: [
        line(0.5, 2.8, "No vow by moonset, and she goes instead.", "Si no hay voto, irá ella.", "Sans serment, c'est elle qui ira.", "Kein Gelübde, und sie geht an eurer Stelle.", "Sem voto, ela vai no lugar de vocês."),
        line(3.1, 5.1, "Let her go. I'll speak.", "Que la suelten. Hablaré yo.", "Laissez-la. Je parlerai.", "Lasst sie gehen. Ich werde sprechen.", "Soltem ela. Eu falo."),
        line(5.9, 8, "I owe you a fire. Let me pay.", "Te debo un fuego. Déjame pagarlo.", "Je te dois un feu. Laisse-moi payer.", "Ich schulde dir ein Feuer. Lass mich zahlen.", "Eu te devo um fogo. Me deixe pagar."),
        line(8.3, 11.1, "You gave me ten winters. I counted it wrong.", "Me diste diez inviernos. Hice mal las cuentas.", "Tu m'as donné dix hivers. J'avais mal compté.", "Du gabst mir zehn Winter. Ich habe falsch gerechnet.", "Você me deu dez invernos. Eu fiz a conta errada."),
        line(11.8, 14.9, "I take you, Ren. And I say it first.", "Te tomo a ti, Ren. Y lo digo yo primero.", "Je te prends, Ren. Et je le dis la première.", "Ich nehme dich, Ren. Und ich sage es zuerst.", "Eu aceito você, Ren. E digo primeiro."),
        line(15.4, 18.4, "I came for his shadow. I gave up mine.", "Vine a por su sombra. Entregué la mía.", "J'étais venue prendre son ombre. J'ai donné la mienne.", "Ich kam wegen seines Schattens. Ich gab meinen.", "Vim buscar a sombra dele. Entreguei a minha."),
      ],
    },
    {
      title: words("A Sky Full of Foxfire", "Un cielo de fuego de zorro", "Un ciel de feux follets", "Ein Himmel voll Fuchsfeuer", "Um céu de fogo de raposa"),
      shots: shots.aSkyFullOfFoxfire,
      lines: [
        line(0.5, 3.6, "Go, Ren. While the steps still remember you.", "Vete, Ren. Mientras la escalera aún te recuerde.", "Va, Ren. Tant que les marches se souviennent de toi.", "Geh, Ren. Solange die Stufen dich noch kennen.", "Vá, Ren. Enquanto a escada ainda se lembra de você."),
        line(4.1, 6.6, "If I break your fire, you can never go home.", "Si rompo tu fuego, no podrás volver a casa.", "Si je brise ton feu, tu ne rentreras plus jamais.", "Zerbreche ich dein Feuer, kommst du nie mehr heim.", "Se eu quebrar seu fogo, você nunca mais volta para casa."),
        line(6.8, 8.9, "Then I'll need a new one.", "Entonces necesitaré otra casa.", "Alors il me faudra un autre chez-moi.", "Dann brauche ich ein neues Zuhause.", "Então vou precisar de outra casa."),
        line(9.6, 13.1, "Light on every side. Nowhere left for a shadow to hide.", "Luz por todas partes. Ni un rincón para una sombra.", "De la lumière partout. Plus un coin pour une ombre.", "Licht von allen Seiten. Kein Ort mehr für einen Schatten.", "Luz por todos os lados. Nenhum canto para uma sombra."),
        line(13.9, 15.5, "Say it again. Slowly.", "Dilo otra vez. Despacio.", "Redis-le. Lentement.", "Sag es noch einmal. Langsam.", "Diga de novo. Devagar."),
        line(15.7, 16.8, "You first.", "Tú primero.", "Toi d'abord.", "Du zuerst.", "Você primeiro."),
        line(17.1, 19.6, "My shadow came back. It kept the ears.", "Mi sombra volvió. Pero se quedó las orejas.", "Mon ombre est revenue. Elle a gardé les oreilles.", "Mein Schatten kam zurück. Die Ohren hat er behalten.", "Minha sombra voltou. E ficou com as orelhas."),
      ],
    },
  ],
};
