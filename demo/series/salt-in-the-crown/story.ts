// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Salt in the Crown: eight episodes, three of them free. */
export const series: Series = {
  folder: "Salt in the Crown",
  slug: "salt-in-the-crown",
  title: words("Salt in the Crown", "Sal en la corona", "Le Sel de la couronne", "Salz in der Krone", "Sal na coroa"),
  synopsis: words(
    "For eleven years Safi has carried salt for the king. Then a sack tears, and a crown rolls out with her name inside. The king who wears the copy offers her marriage, because a wife may not testify against her husband. She says yes. The man who brings the ring wore it the night her mother died.",
    "Once años lleva Safi cargando la sal del rey. Un día se rasga un saco y aparece una corona con su nombre por dentro. El rey, que lleva la copia, le ofrece matrimonio: una esposa no puede declarar contra su marido. Ella acepta. El hombre que trae el anillo lo llevaba puesto la noche en que murió su madre.",
    "Depuis onze ans, Safi porte le sel du roi. Un jour, un sac se déchire et il en tombe une couronne gravée à son nom. Le roi, qui porte la copie, lui propose le mariage : une épouse ne témoigne pas contre son mari. Elle dit oui. Car l'homme qui apporte l'anneau le portait la nuit où sa mère est morte.",
    "Elf Jahre lang trägt Safi Salz für den König. Dann reißt ein Sack, und heraus rollt eine Krone, in die ihr Name graviert ist. Der König, der die Kopie trägt, will sie heiraten, denn eine Ehefrau darf nicht gegen ihren Mann aussagen. Sie sagt Ja. Den Ring bringt ein Mann, der ihn in der Nacht trug, als ihre Mutter starb.",
    "Há onze anos Safi carrega o sal do rei. Até que um saco se rasga e dele sai uma coroa com o nome dela gravado por dentro. O rei, que usa a cópia, a pede em casamento: uma esposa não pode depor contra o marido. Ela diz sim. Quem traz o anel é o homem que o usava na noite em que a mãe dela morreu.",
  ),
  language: "en",
  free: 3,
  completed: true,
  tags: [
    words("Hidden heiress", "Heredera oculta", "Héritière cachée", "Verborgene Erbin", "Herdeira secreta"),
    words("Enemies to lovers", "De enemigos a amantes", "Ennemis puis amants", "Aus Feinden wird ein Paar", "De inimigos a amantes"),
    words("Palace intrigue", "Intrigas de palacio", "Intrigues de palais", "Palastintrigen", "Intrigas no palácio"),
    words("Desert kingdom", "Reino del desierto", "Royaume du désert", "Wüstenreich", "Reino do deserto"),
  ],
  categories: [
    words("Romance", "Romance", "Romance", "Romantik", "Romance"),
    words("Revenge", "Venganza", "Vengeance", "Rache", "Vingança"),
  ],
  episodes: [
    {
      title: words("The Weight of Salt", "El peso de la sal", "Le poids du sel", "Die Last des Salzes", "O peso do sal"),
      shots: shots.weight,
      lines: [
        line(0.4, 3.9, "They buried our queen without her crown.", "Enterraron a nuestra reina sin su corona.", "On a enterré notre reine sans sa couronne.", "Unsere Königin haben sie ohne Krone begraben.", "Enterraram nossa rainha sem a coroa."),
        line(4.6, 8.2, "For eleven years I carried the king's salt.", "Once años cargué la sal del rey.", "Onze ans que je porte le sel du roi.", "Elf Jahre lang trug ich das Salz des Königs.", "Por onze anos carreguei o sal do rei."),
        line(8.9, 12.4, "Until the day the salt was far too heavy.", "Hasta el día en que la sal pesó demasiado.", "Jusqu'au jour où le sel fut bien trop lourd.", "Bis es eines Tages viel zu schwer war.", "Até o dia em que o sal pesou demais."),
        line(13, 15.4, "And inside the gold, my name.", "Y dentro del oro, mi nombre.", "Et dans l'or, mon nom.", "Und innen, im Gold, mein Name.", "E dentro do ouro, o meu nome."),
        line(15.8, 18.2, "So what is the king wearing?", "Entonces, ¿qué lleva puesto el rey?", "Alors que porte le roi ?", "Was trägt dann der König?", "Então o que o rei está usando?"),
      ],
    },
    {
      title: words("A King of Glass", "Un rey de cristal", "Un roi de verre", "Ein König aus Glas", "Um rei de vidro"),
      shots: shots.glass,
      lines: [
        line(0.4, 3.7, "I brought salt to the palace. And one question.", "Llevé sal al palacio. Y una pregunta.", "J'ai apporté du sel au palais. Et une question.", "Ich brachte Salz in den Palast. Und eine Frage.", "Levei sal ao palácio. E uma pergunta."),
        line(4.5, 8.6, "His crown shone brighter than mine. Gilt always does.", "Su corona brillaba más que la mía. Lo falso siempre brilla más.", "Sa couronne brillait plus que la mienne. Le faux brille toujours plus.", "Seine Krone glänzte heller als meine. Falsches glänzt immer heller.", "A coroa dele brilhava mais que a minha. O falso sempre brilha mais."),
        line(9.4, 12.8, "Everyone out. Not you, salt girl.", "Fuera todos. Tú no, salinera.", "Sortez tous. Pas toi, porteuse de sel.", "Alle hinaus. Du nicht, Salzträgerin.", "Saiam todos. Você não, moça do sal."),
        line(13.5, 15.7, "You have my crown's mark on your brow.", "Tienes en la frente la marca de mi corona.", "Tu portes au front la marque de ma couronne.", "Du trägst den Abdruck meiner Krone auf der Stirn.", "Você tem na testa a marca da minha coroa."),
        line(15.9, 18, "No. You have mine on your head.", "No. Tú llevas la mía en la cabeza.", "Non. C'est toi qui as la mienne sur la tête.", "Nein. Du hast meine auf dem Kopf.", "Não. Você é que está com a minha na cabeça."),
      ],
    },
    {
      title: words("The Silent Wife", "La esposa que calla", "L'épouse muette", "Die stumme Braut", "A esposa calada"),
      shots: shots.silent,
      lines: [
        line(0.5, 2.9, "By law, no wife may speak against her king.", "Por ley, ninguna esposa habla contra su rey.", "La loi interdit à l'épouse de parler contre son roi.", "Keine Frau darf gegen ihren König aussagen.", "Por lei, esposa nenhuma fala contra o rei."),
        line(3.1, 4.8, "So marry me.", "Así que cásate conmigo.", "Alors épouse-moi.", "Also heirate mich.", "Então case comigo."),
        line(5.4, 6.8, "And if I refuse?", "¿Y si me niego?", "Et si je refuse ?", "Und wenn nicht?", "E se eu recusar?"),
        line(7, 9, "Then the brine pit keeps you quiet.", "Entonces te hará callar el pozo de salmuera.", "Alors c'est la fosse à saumure qui te fera taire.", "Dann schweigst du in der Solegrube.", "Então quem cala você é o poço de salmoura."),
        line(9.6, 13.2, "A carrier for a queen! Let me bring the ring.", "¡Una cargadora de reina! Permitid que traiga el anillo.", "Une porteuse pour reine ! Laissez-moi apporter l'anneau.", "Eine Trägerin als Königin! Ich hole den Ring.", "Uma carregadora rainha! Deixem que eu traga o anel."),
        line(13.8, 16.2, "I knew it. It was on the hand that killed my mother.", "Yo lo conocía. Lo llevaba la mano que mató a mi madre.", "Je le connaissais. Il ornait la main qui a tué ma mère.", "Ich kannte ihn. Er saß an der Hand, die meine Mutter tötete.", "Eu conhecia o anel. Estava na mão que matou minha mãe."),
        line(16.4, 18, "So I said yes.", "Así que dije que sí.", "Alors j'ai dit oui.", "Also sagte ich Ja.", "Por isso eu disse sim."),
      ],
    },
    {
      title: words("The Wedding Cup", "La copa nupcial", "La coupe des noces", "Der Hochzeitsbecher", "A taça do casamento"),
      shots: shots.cup,
      lines: [
        line(0.5, 4.4, "I wore red, so that no blood would show.", "Me vestí de rojo para que no se viera la sangre.", "J'ai choisi le rouge, pour que le sang ne se voie pas.", "Ich trug Rot, damit man kein Blut sieht.", "Eu me vesti de vermelho para o sangue não aparecer."),
        line(5.3, 7.1, "Smile. And don't drink.", "Sonríe. Y no bebas.", "Souris. Et ne bois pas.", "Lächle. Und trink nichts.", "Sorria. E não beba."),
        line(7.3, 9.2, "Since when do you keep me alive?", "¿Desde cuándo me quieres viva?", "Depuis quand me veux-tu vivante ?", "Seit wann willst du mich lebend?", "Desde quando você me quer viva?"),
        line(9.9, 14, "One cup was poisoned. Somebody turned the tray.", "Una copa tenía veneno. Alguien giró la bandeja.", "Une coupe était empoisonnée. Quelqu'un a tourné le plateau.", "Ein Becher war vergiftet. Jemand drehte das Tablett.", "Uma taça tinha veneno. Alguém girou a bandeja."),
        line(14.6, 16.4, "To the bride!", "¡Por la novia!", "À la mariée !", "Auf die Braut!", "À noiva!"),
        line(16.6, 18.4, "The king had drunk my death.", "El rey se había bebido mi muerte.", "Le roi venait de boire ma mort.", "Der König hatte meinen Tod getrunken.", "O rei tinha bebido a minha morte."),
      ],
    },
    {
      title: words("Under One Cloak", "Bajo la misma capa", "Sous le même manteau", "Unter einem Mantel", "Sob o mesmo manto"),
      shots: shots.cloak,
      lines: [
        line(0.4, 4.2, "I could have let him die. It would have been justice.", "Pude dejarlo morir. Habría sido justicia.", "J'aurais pu le laisser mourir. C'eût été justice.", "Ich hätte ihn sterben lassen können. Es wäre gerecht gewesen.", "Eu podia deixá-lo morrer. Seria justiça."),
        line(4.9, 8.7, "The only cure lay in the old mine, behind the storm.", "El único remedio estaba en la vieja mina, tras la tormenta.", "Le seul remède était dans la vieille mine, derrière la tempête.", "Das Gegengift lag in der alten Mine, hinter dem Sturm.", "O único remédio estava na velha mina, atrás da tempestade."),
        line(9.4, 11.4, "Why did you drink it?", "¿Por qué bebiste?", "Pourquoi l'as-tu bue ?", "Warum hast du ihn getrunken?", "Por que você bebeu?"),
        line(11.6, 14, "Because I put that crown in your sack.", "Porque yo metí esa corona en tu saco.", "Parce que c'est moi qui ai mis la couronne dans ton sac.", "Weil ich dir die Krone in den Sack gelegt habe.", "Porque fui eu que pus a coroa no seu saco."),
        line(14.6, 16.2, "You knew who I am?", "¿Sabías quién soy?", "Tu savais qui je suis ?", "Du wusstest, wer ich bin?", "Você sabia quem eu sou?"),
        line(16.4, 18.2, "I know where your mother is.", "Sé dónde está tu madre.", "Je sais où est ta mère.", "Ich weiß, wo deine Mutter ist.", "Eu sei onde está sua mãe."),
      ],
    },
    {
      title: words("Salt Keeps Everything", "La sal lo guarda todo", "Le sel garde tout", "Salz bewahrt alles", "O sal guarda tudo"),
      shots: shots.keeps,
      lines: [
        line(0.5, 4.3, "I was a child when Veyr crowned me. I found her years later.", "Era un niño cuando Veyr me coronó. A ella la hallé años después.", "J'étais enfant quand Veyr m'a couronné. Je l'ai trouvée des années plus tard.", "Ich war ein Kind, als Veyr mich krönte. Sie fand ich erst Jahre später.", "Eu era criança quando Veyr me coroou. Só a achei anos depois."),
        line(5, 7.2, "Salt keeps everything. Even a queen.", "La sal lo guarda todo. Hasta a una reina.", "Le sel garde tout. Même une reine.", "Salz bewahrt alles. Sogar eine Königin.", "O sal guarda tudo. Até uma rainha."),
        line(7.4, 9.6, "And in her hand, a piece of his robe.", "Y en su mano, un trozo de la túnica de él.", "Et dans sa main, un morceau de sa robe, à lui.", "Und in ihrer Hand ein Fetzen seines Gewands.", "E na mão dela, um pedaço da túnica dele."),
        line(10.3, 13.4, "I'm taking it all back, Mother.", "Voy a recuperarlo todo, madre.", "Je vais tout reprendre, mère.", "Ich hole alles zurück, Mutter.", "Vou tomar tudo de volta, mãe."),
        line(14.2, 16.4, "How touching. A family grave.", "Qué tierno. Una tumba familiar.", "Que c'est touchant. Un caveau de famille.", "Wie rührend. Ein Familiengrab.", "Que comovente. Um túmulo de família."),
        line(16.6, 18.2, "Seal it.", "Selladla.", "Scellez-le.", "Schließt es.", "Podem lacrar."),
      ],
    },
    {
      title: words("Gilt Runs", "El oro falso se corre", "Le faux or coule", "Falsches Gold zerrinnt", "Ouro falso escorre"),
      shots: shots.brine,
      lines: [
        line(0.5, 4.1, "Every carrier knows the way out. Veyr never carried a thing.", "Toda cargadora conoce la salida. Veyr nunca cargó nada.", "Une porteuse connaît toutes les issues. Veyr n'a jamais rien porté.", "Wer Salz trägt, kennt jeden Ausgang. Veyr hat nie etwas getragen.", "Toda carregadora conhece a saída. Veyr nunca carregou nada."),
        line(4.8, 8.7, "Two crowns. Let the brine judge: gold stays, gilt runs.", "Dos coronas. Que juzgue la salmuera: el oro aguanta, lo falso se corre.", "Deux couronnes. Que la saumure juge : l'or reste, le faux coule.", "Zwei Kronen. Die Sole soll richten: Gold bleibt, Falsches zerrinnt.", "Duas coroas. Que a salmoura julgue: o ouro fica, o falso escorre."),
        line(9.4, 11.3, "Take mine first.", "Primero la mía.", "La mienne d'abord.", "Nehmt zuerst meine.", "A minha primeiro."),
        line(11.5, 13.5, "He drowned his own throne for me.", "Ahogó su propio trono por mí.", "Il a noyé son propre trône pour moi.", "Er ertränkte seinen eigenen Thron. Für mich.", "Ele afogou o próprio trono por mim."),
        line(14.1, 16.4, "Your crown, girl. Or his throat.", "Tu corona, niña. O su garganta.", "Ta couronne, petite. Ou sa gorge.", "Deine Krone, Mädchen. Oder seine Kehle.", "Sua coroa, menina. Ou a garganta dele."),
        line(16.6, 18.3, "You have one breath.", "Tienes un suspiro.", "Tu as le temps d'un souffle.", "Einen Atemzug hast du.", "Você tem um suspiro."),
      ],
    },
    {
      title: words("Queen of Salt", "Reina de sal", "Reine de sel", "Königin des Salzes", "Rainha do sal"),
      shots: shots.queen,
      lines: [
        line(0.6, 2.6, "You want it, Veyr?", "¿La quieres, Veyr?", "Tu la veux, Veyr ?", "Du willst sie, Veyr?", "Você quer a coroa, Veyr?"),
        line(2.8, 4.6, "Then fetch it.", "Pues ve a buscarla.", "Alors va la chercher.", "Dann hol sie dir.", "Então vá buscar."),
        line(5.2, 9.1, "He let go of a man to catch the gold. Salt lets go of nobody.", "Soltó a un hombre por atrapar el oro. La sal no suelta a nadie.", "Il a lâché un homme pour attraper l'or. Le sel, lui, ne lâche personne.", "Für das Gold ließ er einen Menschen los. Das Salz lässt niemanden los.", "Soltou um homem para agarrar o ouro. O sal não solta ninguém."),
        line(9.8, 11.7, "I have no crown left. No name.", "No me queda corona. Ni nombre.", "Je n'ai plus de couronne. Plus de nom.", "Ich habe keine Krone mehr. Keinen Namen.", "Não tenho mais coroa. Nem nome."),
        line(11.9, 14.2, "Carry salt with me. It gave me mine back.", "Carga sal conmigo. A mí me devolvió la mía.", "Porte le sel avec moi. Il m'a rendu la mienne.", "Trag Salz mit mir. Mir hat es meine zurückgegeben.", "Carregue sal comigo. O sal me devolveu a minha."),
        line(14.8, 16.2, "Marry me.", "Cásate conmigo.", "Épouse-moi.", "Heirate mich.", "Case comigo."),
        line(16.4, 17.8, "To keep me silent?", "¿Para que calle?", "Pour me faire taire ?", "Damit ich schweige?", "Para me calar?"),
        line(18, 19.8, "To hear you speak.", "Para oírte hablar.", "Pour t'entendre parler.", "Damit ich dich reden höre.", "Para ouvir você falar."),
      ],
    },
  ],
};
