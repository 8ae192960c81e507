import { type Kysely, sql } from "kysely";

/** Tickets as conversations: answers, notes, who cares for one, since when its writer waits, and texts to begin an answer with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [position, { id, text }] of snippets.entries())
    await sql`insert into ticket_snippet (id, position, text) values (${id}, ${position}, ${JSON.stringify(text)})`.execute(
      db,
    );
}

const statements = [
  "alter table ticket add column assigned_to text",
  // Nodes of the release before insert without it; all others say when by the clock of the app.
  "alter table ticket add column waiting_since timestamptz default now()",
  "update ticket set waiting_since = case when state = 'open' then created_at end",
  "comment on column ticket.waiting_since is 'Since when its writer waits for an answer; null while the team waits for them.'",
  "alter table ticket add column answered_at timestamptz",
  "alter table ticket add column begun_by text",
  "comment on column ticket.begun_by is 'The operator who wrote first; null when its person did.'",
  `create table ticket_message (
    id text primary key,
    ticket_id text not null references ticket (id) on delete cascade,
    kind text not null check (kind in ('answer', 'note', 'theirs')),
    text text not null,
    operator_id text not null,
    at timestamptz not null
  )`,
  "comment on column ticket_message.kind is 'answer: mailed to them; note: of the team alone; theirs: what they wrote by mail, entered by an operator.'",
  "create index ticket_message_ticket on ticket_message (ticket_id, at, id)",
  "create index ticket_waits on ticket (waiting_since, id) where state = 'open' and waiting_since is not null",
  "create index ticket_answered on ticket (answered_at desc, id desc) where state = 'open' and waiting_since is null",
  "create index ticket_closed on ticket (closed_at desc, id desc) where state = 'closed'",
  "create index ticket_assigned on ticket (assigned_to, created_at, id) where state = 'open' and assigned_to is not null",
  `create table ticket_snippet (
    id text primary key,
    position integer not null,
    text jsonb not null
  )`,
  "comment on column ticket_snippet.text is 'By language; {{order}} stands for the number of the latest order.'",
];

/** Texts to begin an answer with, in the languages of the site. */
const snippets = [
  {
    id: "thanks",
    text: {
      en: "Hello,\n\nthank you for writing. We are looking into it and will tell you by tomorrow what we found.",
      es: "Hola:\n\nGracias por escribirnos. Lo estamos revisando y mañana a más tardar te diremos qué hemos encontrado.",
      fr: "Bonjour,\n\nMerci de nous avoir écrit. Nous examinons votre demande et vous dirons demain au plus tard ce que nous avons trouvé.",
      de: "Hallo,\n\ndanke für deine Nachricht. Wir sehen uns das an und sagen dir bis morgen, was wir gefunden haben.",
      pt: "Olá,\n\nObrigado por escrever. Estamos verificando e até amanhã diremos o que encontramos.",
    },
  },
  {
    id: "charged-once",
    text: {
      en: "Hello,\n\nyour order {{order}} was charged once. The second line on your statement is an authorisation that your bank removes by itself within a few days.",
      es: "Hola:\n\nTu pedido {{order}} se cobró una sola vez. La segunda línea de tu extracto es una autorización que tu banco elimina por sí mismo en unos días.",
      fr: "Bonjour,\n\nVotre commande {{order}} n’a été débitée qu’une fois. La seconde ligne de votre relevé est une autorisation que votre banque annule d’elle-même en quelques jours.",
      de: "Hallo,\n\ndeine Bestellung {{order}} wurde einmal abgebucht. Die zweite Zeile auf deinem Auszug ist eine Vormerkung, die deine Bank in wenigen Tagen von selbst entfernt.",
      pt: "Olá,\n\nSeu pedido {{order}} foi cobrado uma única vez. A segunda linha do seu extrato é uma autorização que o banco remove sozinho em alguns dias.",
    },
  },
  {
    id: "refunded",
    text: {
      en: "Hello,\n\nwe have refunded your order {{order}}. The money goes back the way it came; banks usually take three to ten days.",
      es: "Hola:\n\nHemos reembolsado tu pedido {{order}}. El dinero vuelve por donde vino; los bancos suelen tardar de tres a diez días.",
      fr: "Bonjour,\n\nNous avons remboursé votre commande {{order}}. L’argent revient par le même chemin ; les banques mettent en général trois à dix jours.",
      de: "Hallo,\n\nwir haben deine Bestellung {{order}} erstattet. Das Geld geht auf demselben Weg zurück; Banken brauchen meist drei bis zehn Tage.",
      pt: "Olá,\n\nReembolsamos seu pedido {{order}}. O dinheiro volta pelo mesmo caminho; os bancos costumam levar de três a dez dias.",
    },
  },
  {
    id: "cancel",
    text: {
      en: "Hello,\n\nyou end your membership under My account, Membership. Until the end of the period that you paid for, everything stays open.",
      es: "Hola:\n\nPuedes cancelar tu suscripción en Mi cuenta, Suscripción. Hasta el final del periodo pagado todo sigue abierto.",
      fr: "Bonjour,\n\nVous résiliez votre abonnement dans Mon compte, Abonnement. Tout reste ouvert jusqu’à la fin de la période payée.",
      de: "Hallo,\n\ndu kündigst deine Mitgliedschaft unter Mein Konto, Mitgliedschaft. Bis zum Ende des bezahlten Zeitraums bleibt alles offen.",
      pt: "Olá,\n\nVocê cancela a assinatura em Minha conta, Assinatura. Até o fim do período pago, tudo continua aberto.",
    },
  },
  {
    id: "play",
    text: {
      en: "Hello,\n\nplease load the page again and tell us the device, the browser and the episode if it still does not play.",
      es: "Hola:\n\nVuelve a cargar la página y, si sigue sin reproducirse, dinos el dispositivo, el navegador y el episodio.",
      fr: "Bonjour,\n\nRechargez la page et, si la lecture ne démarre toujours pas, indiquez-nous l’appareil, le navigateur et l’épisode.",
      de: "Hallo,\n\nbitte lade die Seite neu. Wenn es dann noch nicht läuft, nenne uns Gerät, Browser und Folge.",
      pt: "Olá,\n\nRecarregue a página e, se ainda não reproduzir, diga o aparelho, o navegador e o episódio.",
    },
  },
];
