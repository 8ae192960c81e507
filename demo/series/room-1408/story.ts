// biome-ignore-all format: one spoken line in its five languages is one row.
import type { Series } from "../../engine/story.ts";
import { line, words } from "../../engine/words.ts";
import { shots } from "./shots.ts";

/** Room 1408 Pays Cash: eight episodes, three of them free. */
export const series: Series = {
  folder: "Room 1408 Pays Cash",
  slug: "room-1408",
  title: words("Room 1408 Pays Cash", "La habitación 1408 paga en efectivo", "La chambre 1408 paie en liquide", "Zimmer 1408 zahlt bar", "O quarto 1408 paga em dinheiro vivo"),
  synopsis: words(
    "Every night, porter Tobias Lenz carries a sealed case to a room that is on no plan of the hotel. Whoever pays there in cash is dead by morning. Tonight the envelope bears his own name, and a widow walks in out of the rain: last night, her dead husband rang her from 1408.",
    "Cada noche, el portero Tobias Lenz sube un maletín precintado a una habitación que no figura en ningún plano del hotel. Quien paga allí en efectivo no llega vivo al amanecer. Esta noche el sobre lleva su propio nombre, y una viuda entra de la lluvia: anoche, su marido muerto la llamó desde la 1408.",
    "Chaque nuit, le portier Tobias Lenz monte une valise scellée dans une chambre qui ne figure sur aucun plan de l'hôtel. Qui y paie en liquide meurt avant l'aube. Ce soir, l'enveloppe porte son propre nom, et une veuve surgit de la pluie : hier soir, son mari mort l'a appelée de la 1408.",
    "Jede Nacht trägt Portier Tobias Lenz einen versiegelten Koffer in ein Zimmer, das auf keinem Plan des Hotels steht. Wer dort bar bezahlt, ist am Morgen tot. Heute steht auf dem Umschlag sein eigener Name – und aus dem Regen kommt eine Witwe, die ihr toter Mann gestern Nacht angerufen hat. Aus 1408.",
    "Toda noite, o porteiro Tobias Lenz leva uma mala lacrada a um quarto que não está em nenhuma planta do hotel. Quem paga ali em dinheiro vivo amanhece morto. Hoje o envelope traz o nome dele, e uma viúva entra fugindo da chuva: ontem à noite, o marido morto ligou para ela do 1408.",
  ),
  language: "en",
  free: 3,
  completed: true,
  tags: [
    words("Hotel noir", "Hotel noir", "Hôtel noir", "Hotel noir", "Hotel noir"),
    words("One night only", "Una sola noche", "Une seule nuit", "In einer Nacht", "Uma única noite"),
    words("Back from the dead", "De entre los muertos", "Revenu d'entre les morts", "Von den Toten zurück", "De volta dos mortos"),
    words("Race against time", "Contrarreloj", "Course contre la montre", "Wettlauf gegen die Zeit", "Corrida contra o tempo"),
  ],
  categories: [
    words("Thriller", "Thriller", "Thriller", "Thriller", "Suspense"),
    words("Mystery", "Misterio", "Mystère", "Mystery", "Mistério"),
  ],
  episodes: [
    {
      title: words("The Light Above the Roof", "La luz sobre el tejado", "La lumière au-dessus du toit", "Das Licht über dem Dach", "A luz acima do telhado"),
      shots: shots.lightAbove,
      lines: [
        line(0.5, 2.3, "This hotel has twelve floors.", "Este hotel tiene doce plantas.", "Cet hôtel a douze étages.", "Dieses Hotel hat zwölf Stockwerke.", "Este hotel tem doze andares."),
        line(2.5, 4.3, "I deliver to the fourteenth.", "Yo reparto en la catorce.", "Moi, je livre au quatorzième.", "Ich liefere in das vierzehnte.", "Eu faço entregas no décimo quarto."),
        line(5, 8.4, "One sealed case a night. Room 1408. On no plan.", "Un maletín por noche. Habitación 1408. En ningún plano.", "Une valise scellée par nuit. Chambre 1408. Sur aucun plan.", "Jede Nacht ein Koffer. Zimmer 1408. Auf keinem Plan.", "Uma mala lacrada por noite. Quarto 1408. Em nenhuma planta."),
        line(9.2, 12.8, "Whoever pays in there in cash is dead by morning.", "Quien paga ahí dentro en efectivo muere antes del alba.", "Qui paie là-dedans en liquide est mort au matin.", "Wer da drinnen bar bezahlt, ist am Morgen tot.", "Quem paga lá dentro em dinheiro vivo amanhece morto."),
        line(13.5, 15.1, "The envelope says who's next.", "El sobre dice quién sigue.", "L'enveloppe dit à qui le tour.", "Im Umschlag steht, wer der Nächste ist.", "O envelope diz quem é o próximo."),
        line(15.4, 17.8, "Tonight it says Tobias Lenz. That's me.", "Hoy dice Tobias Lenz. Ese soy yo.", "Ce soir, elle dit Tobias Lenz. C'est moi.", "Heute steht da Tobias Lenz. Das bin ich.", "Hoje diz Tobias Lenz. Sou eu."),
      ],
    },
    {
      title: words("No Such Room", "Esa habitación no existe", "Cette chambre n'existe pas", "Dieses Zimmer gibt es nicht", "Esse quarto não existe"),
      shots: shots.noSuchRoom,
      lines: [
        line(0.5, 2.4, "Who ordered this one, Madame Oriel?", "¿Quién ha encargado este, Madame Oriel?", "Qui a commandé celle-ci, Madame Oriel ?", "Wer hat den hier bestellt, Madame Oriel?", "Quem encomendou este, Madame Oriel?"),
        line(2.6, 5.1, "The house never asks, Lenz. It delivers. By six.", "La casa no pregunta, Lenz. Entrega. Antes de las seis.", "La maison ne demande pas, Lenz. Elle livre. Avant six heures.", "Das Haus fragt nie, Lenz. Es liefert. Bis sechs.", "A casa não pergunta, Lenz. Entrega. Até as seis."),
        line(6.2, 8.9, "A widow came in out of the rain.", "De la lluvia entró una viuda.", "Une veuve entra, venue de la pluie.", "Aus dem Regen kam eine Witwe.", "Da chuva entrou uma viúva."),
        line(9.6, 11.2, "Room 1408, please.", "La habitación 1408, por favor.", "La chambre 1408, je vous prie.", "Zimmer 1408, bitte.", "Quarto 1408, por favor."),
        line(11.4, 13.4, "We have no such room.", "No tenemos esa habitación.", "Nous n'avons pas cette chambre.", "Dieses Zimmer gibt es hier nicht.", "Não temos esse quarto."),
        line(13.9, 15.7, "My husband paid there. I buried him on Sunday.", "Mi marido pagó allí. Lo enterré el domingo.", "Mon mari y a payé. Je l'ai enterré dimanche.", "Mein Mann hat dort bezahlt. Sonntag habe ich ihn begraben.", "Meu marido pagou lá. Eu o enterrei no domingo."),
        line(15.9, 17.9, "Last night he rang me from it.", "Anoche me llamó desde allí.", "Hier soir, il m'en a appelée.", "Gestern Nacht rief er mich von dort an.", "Ontem à noite ele me ligou de lá."),
      ],
    },
    {
      title: words("The Dead Man's Call", "La llamada del muerto", "L'appel du mort", "Der Anruf des Toten", "A ligação do morto"),
      shots: shots.deadMansCall,
      lines: [
        line(0.6, 2.4, "That line isn't connected to anything.", "Esa línea no está conectada a nada.", "Cette ligne n'est reliée à rien.", "Diese Leitung führt nirgendwohin.", "Essa linha não está ligada a nada."),
        line(2.6, 4.4, "Then answer it.", "Pues conteste.", "Alors répondez.", "Dann gehen Sie ran.", "Então atenda."),
        line(5, 8.8, "“Don't deliver the case, Lenz. Open it.”", "«No entregues el maletín, Lenz. Ábrelo».", "« Ne livrez pas la valise, Lenz. Ouvrez-la. »", "„Liefern Sie den Koffer nicht ab, Lenz. Öffnen Sie ihn.“", "“Não entregue a mala, Lenz. Abra.”"),
        line(9.5, 11.5, "Four hundred cases. I never opened one.", "Cuatrocientos maletines. Nunca abrí ninguno.", "Quatre cents valises. Je n'en ai ouvert aucune.", "Vierhundert Koffer. Nie habe ich einen geöffnet.", "Quatrocentas malas. Nunca abri nenhuma."),
        line(11.7, 13.4, "There's no money in it.", "No hay dinero dentro.", "Il n'y a pas d'argent.", "Da ist kein Geld drin.", "Não tem dinheiro nenhum."),
        line(14, 15.9, "A death certificate. Mine.", "Un certificado de defunción. El mío.", "Un acte de décès. Le mien.", "Ein Totenschein. Meiner.", "Uma certidão de óbito. A minha."),
        line(16.1, 17.9, "Signed. With tomorrow's date.", "Firmado. Con fecha de mañana.", "Signé. Daté de demain.", "Unterschrieben. Mit dem Datum von morgen.", "Assinada. Com a data de amanhã."),
      ],
    },
    {
      title: words("Past the Last Floor", "Más allá del último piso", "Après le dernier étage", "Hinter dem letzten Stock", "Depois do último andar"),
      shots: shots.betweenFloors,
      lines: [
        line(0.5, 2.5, "The dial ends at twelve.", "El indicador acaba en el doce.", "Le cadran s'arrête à douze.", "Die Anzeige endet bei zwölf.", "O mostrador termina no doze."),
        line(2.8, 5.4, "The dial does. The lift doesn't.", "El indicador sí. El ascensor no.", "Le cadran, oui. L'ascenseur, non.", "Die Anzeige schon. Der Aufzug nicht.", "O mostrador, sim. O elevador, não."),
        line(6.3, 9, "Taking a guest upstairs, Lenz?", "¿Sube con visita, Lenz?", "Vous montez accompagné, Lenz ?", "In Begleitung nach oben, Lenz?", "Subindo acompanhado, Lenz?"),
        line(9.9, 12, "No plan shows this. But someone's up.", "Esto no sale en ningún plano. Pero hay alguien.", "Ce couloir n'existe pas. Mais on nous attend.", "Den Gang gibt es nicht. Aber jemand ist wach.", "Este corredor não existe. Mas tem alguém lá."),
        line(12.3, 13.8, "Stay behind me.", "Quédese detrás de mí.", "Restez derrière moi.", "Bleiben Sie hinter mir.", "Fique atrás de mim."),
        line(15.1, 17.8, "Come in, Lenz. You've already been paid for.", "Pase, Lenz. Usted ya está pagado.", "Entrez, Lenz. Vous êtes déjà payé.", "Kommen Sie rein, Lenz. Für Sie ist schon bezahlt.", "Entre, Lenz. O senhor já está pago."),
      ],
    },
    {
      title: words("Nobody Dies Here", "Aquí no muere nadie", "Personne ne meurt ici", "Hier stirbt niemand", "Ninguém morre aqui"),
      shots: shots.nobodyDies,
      lines: [
        line(0.5, 2.8, "Viktor? I threw earth on your coffin.", "¿Viktor? Eché tierra sobre tu ataúd.", "Viktor ? J'ai jeté de la terre sur ton cercueil.", "Viktor? Ich habe Erde auf deinen Sarg geworfen.", "Viktor? Eu joguei terra no seu caixão."),
        line(3, 5.2, "Nobody dies in 1408, Nora.", "En la 1408 no muere nadie, Nora.", "Personne ne meurt à la 1408, Nora.", "In 1408 stirbt niemand, Nora.", "Ninguém morre no 1408, Nora."),
        line(5.8, 9.5, "Cash buys a new name. And a funeral, so nobody looks.", "El dinero compra otro nombre. Y un entierro, para que nadie te busque.", "Le liquide achète un nom neuf. Et un enterrement, pour que nul ne cherche.", "Bargeld kauft einen neuen Namen. Und ein Begräbnis, damit keiner sucht.", "O dinheiro compra um nome novo. E um enterro, para ninguém procurar."),
        line(10.1, 13.3, "I've paid for you too. We leave at six.", "También he pagado por ti. Salimos a las seis.", "J'ai payé pour toi aussi. On part à six heures.", "Für dich habe ich auch bezahlt. Um sechs gehen wir.", "Paguei por você também. Saímos às seis."),
        line(14, 15.8, "Then whose body did I bury?", "Entonces, ¿a quién enterré?", "Alors qui ai-je enterré ?", "Wen habe ich dann begraben?", "Então quem foi que eu enterrei?"),
        line(16.1, 17.9, "The last night porter's.", "Al portero anterior.", "L'ancien portier de nuit.", "Den letzten Nachtportier.", "O porteiro anterior."),
      ],
    },
    {
      title: words("Eleven Porters", "Once porteros", "Onze portiers", "Elf Portiers", "Onze porteiros"),
      shots: shots.elevenPorters,
      lines: [
        line(0.5, 2.6, "Eleven porters in eleven years.", "Once porteros en once años.", "Onze portiers en onze ans.", "Elf Portiers in elf Jahren.", "Onze porteiros em onze anos."),
        line(2.8, 4.8, "And one empty hook. For me.", "Y un gancho vacío. Para mí.", "Et un crochet vide. Pour moi.", "Und ein leerer Haken. Für mich.", "E um gancho vazio. Para mim."),
        line(5.5, 7.5, "No family. No friends.", "Sin familia. Sin amigos.", "Pas de famille. Pas d'amis.", "Keine Familie. Keine Freunde.", "Sem família. Sem amigos."),
        line(7.7, 9.5, "Nobody who would ever ask for you.", "Nadie que pregunte jamás por usted.", "Personne qui demande jamais après vous.", "Niemand, der je nach Ihnen fragt.", "Ninguém que um dia pergunte por você."),
        line(10.2, 12.6, "I'm asking.", "Yo pregunto.", "Moi, je demande.", "Ich frage.", "Eu pergunto."),
        line(13.5, 15.5, "How touching. Lock the doors.", "Qué conmovedor. Cierren las puertas.", "Comme c'est touchant. Fermez les portes.", "Wie rührend. Schließt die Türen.", "Que comovente. Tranquem as portas."),
        line(15.8, 17.9, "Two bodies, then. Put out the lights.", "Serán dos cuerpos. Apaguen las luces.", "Deux corps, donc. Éteignez tout.", "Dann eben zwei Leichen. Licht aus.", "Dois corpos, então. Apaguem as luzes."),
      ],
    },
    {
      title: words("Lights Out", "Apagón", "Extinction des feux", "Licht aus", "Apagar das luzes"),
      shots: shots.lightsOut,
      lines: [
        line(0.5, 2.2, "She's coming, floor by floor.", "Viene, planta por planta.", "Elle vient, étage par étage.", "Sie kommt, Stock für Stock.", "Ela vem, andar por andar."),
        line(2.4, 4.6, "Give me the envelope. And run.", "Deme el sobre. Y corra.", "Donnez-moi l'enveloppe. Et courez.", "Geben Sie mir den Umschlag. Und laufen Sie.", "Me dê o envelope. E corra."),
        line(5.3, 8.7, "By six, the house takes the name it finds inside.", "A las seis, la casa se lleva el nombre que encuentre dentro.", "À six heures, la maison prend le nom qu'elle y trouve.", "Um sechs holt das Haus den Namen, der darin steht.", "Às seis, a casa leva o nome que estiver lá dentro."),
        line(9.4, 11.3, "Let him go, Nora. One porter for our life.", "Déjalo, Nora. Un portero por nuestra vida.", "Laisse-le, Nora. Un portier contre notre vie.", "Lass ihn, Nora. Ein Portier für unser Leben.", "Deixe-o, Nora. Um porteiro pela nossa vida."),
        line(11.5, 13.2, "My husband died on Sunday.", "Mi marido murió el domingo.", "Mon mari est mort dimanche.", "Mein Mann ist am Sonntag gestorben.", "Meu marido morreu no domingo."),
        line(14.4, 17.8, "Mrs. Falk… whose name have you written?", "Señora Falk… ¿qué nombre ha escrito?", "Madame Falk… quel nom avez-vous écrit ?", "Frau Falk … wessen Namen haben Sie da geschrieben?", "Senhora Falk… que nome a senhora escreveu?"),
      ],
    },
    {
      title: words("Check-Out at Six", "Salida a las seis", "Départ à six heures", "Check-out um sechs", "Check-out às seis"),
      shots: shots.checkOut,
      lines: [
        line(0.5, 2.2, "One minute to six. The envelope.", "Las seis menos un minuto. El sobre.", "Six heures moins une. L'enveloppe.", "Eine Minute vor sechs. Den Umschlag.", "Um minuto para as seis. O envelope."),
        line(2.4, 4, "But… this is my name.", "Pero… este es mi nombre.", "Mais… c'est mon nom.", "Aber … das ist mein Name.", "Mas… este é o meu nome."),
        line(4.9, 7.6, "The house never asks, Madame. It delivers.", "La casa no pregunta, Madame. Entrega.", "La maison ne demande pas, Madame. Elle livre.", "Das Haus fragt nie, Madame. Es liefert.", "A casa não pergunta, Madame. Entrega."),
        line(9.5, 11.2, "What's in the case?", "¿Qué hay en el maletín?", "Qu'y a-t-il dans la valise ?", "Was ist im Koffer?", "O que tem na mala?"),
        line(11.4, 14, "Eleven years' wages. Room 1408 pays cash.", "Once años de sueldo. La 1408 paga en efectivo.", "Onze ans de gages. La 1408 paie en liquide.", "Elf Jahre Lohn. Zimmer 1408 zahlt bar.", "Onze anos de salário. O 1408 paga em dinheiro vivo."),
        line(15.2, 18.4, "“Reception? Falk, 1408. The door won't open.”", "«¿Recepción? Falk, 1408. La puerta no se abre».", "« Réception ? Falk, 1408. La porte ne s'ouvre plus. »", "„Rezeption? Falk, 1408. Die Tür geht nicht auf.“", "“Recepção? Falk, 1408. A porta não abre.”"),
      ],
    },
  ],
};
