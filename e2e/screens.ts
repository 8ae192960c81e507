import type { Language } from "@cliffhanger/contract/languages";

/** A name in each language. */
export type Names = Record<Language, string>;

/** A screen with its address and titles. */
export interface Screen {
  path: string;
  /** The document's title without the site's name. */
  name: Names;
  status?: number;
}

function same(name: string): Names {
  return names(name, name, name, name, name);
}

function names(en: string, es: string, fr: string, de: string, pt: string): Names {
  return { en, es, fr, de, pt };
}

const order = names("Order", "Pedido", "Commande", "Bestellung", "Pedido");
const unknown = names(
  "Page not found",
  "Página no encontrada",
  "Page introuvable",
  "Seite nicht gefunden",
  "Página não encontrada",
);
const signIn = names("Sign in", "Iniciar sesión", "Connexion", "Anmelden", "Entrar");
const me = names("Me", "Yo", "Moi", "Ich", "Eu");

/** The public screens, except series and lists, whose titles come from the catalogue. */
export const openScreens: readonly Screen[] = [
  {
    path: "/browse/all",
    name: names("All series", "Todas las series", "Toutes les séries", "Alle Serien", "Todas as séries"),
  },
  { path: "/browse/romance", name: names("Romance", "Romance", "Romance", "Romantik", "Romance") },
  {
    path: "/more/recommended",
    name: names("Recommended", "Recomendado", "Recommandées", "Empfohlen", "Recomendadas"),
  },
  { path: "/search", name: names("Search", "Buscar", "Rechercher", "Suchen", "Buscar") },
  { path: "/searchDetail/mara", name: same("mara") },
  { path: "/searchDetail/qqqqqqq", name: same("qqqqqqq") },
  { path: "/my", name: me },
  { path: "/login", name: signIn },
  { path: "/login?error=facebook_cancelled", name: signIn },
  { path: "/login?link=facebook", name: signIn },
  {
    path: "/register",
    name: names("Create an account", "Crear una cuenta", "Créer un compte", "Konto anlegen", "Criar conta"),
  },
  {
    path: "/claim?code=x",
    name: names(
      "Make it yours on every device",
      "Ten tu compra en todos tus dispositivos",
      "Retrouvez votre achat sur tous vos appareils",
      "Auf jedem Gerät ansehen",
      "Tenha sua compra em todos os aparelhos",
    ),
  },
  {
    path: "/retrievePassword",
    name: names(
      "Forgot password",
      "Contraseña olvidada",
      "Mot de passe oublié",
      "Passwort vergessen",
      "Esqueci a senha",
    ),
  },
  { path: "/shopping", name: names("Plans", "Planes", "Offres", "Angebote", "Planos") },
  {
    path: "/withdraw",
    name: names(
      "Withdraw from contract",
      "Desistir del contrato",
      "Se rétracter du contrat",
      "Vertrag widerrufen",
      "Desistir do contrato",
    ),
  },
  { path: "/order/result", name: order },
  { path: "/order/easy", name: order },
  {
    path: "/serviceAgreement",
    name: names(
      "Terms of use",
      "Términos de uso",
      "Conditions d’utilisation",
      "Nutzungsbedingungen",
      "Termos de uso",
    ),
  },
  {
    path: "/privacyPolicy",
    name: names(
      "Privacy policy",
      "Política de privacidad",
      "Politique de confidentialité",
      "Datenschutzerklärung",
      "Política de privacidade",
    ),
  },
  {
    path: "/contentPolicy",
    name: names(
      "Content policy",
      "Política de contenidos",
      "Politique de contenu",
      "Regeln für Inhalte",
      "Política de conteúdo",
    ),
  },
  {
    path: "/refundPolicy",
    name: names(
      "Refund policy",
      "Política de reembolsos",
      "Politique de remboursement",
      "Erstattung und Widerruf",
      "Política de reembolso",
    ),
  },
  {
    path: "/commonQuestions",
    name: names(
      "Frequently asked questions",
      "Preguntas frecuentes",
      "Questions fréquentes",
      "Häufige Fragen",
      "Perguntas frequentes",
    ),
  },
  { path: "/contactUs", name: names("Contact us", "Contacto", "Nous contacter", "Kontakt", "Fale conosco") },
  { path: "/no/such/page", name: unknown, status: 404 },
  { path: "/videos/none", name: unknown, status: 404 },
  { path: "/browse/none", name: unknown, status: 404 },
];

/** The screens that ask a guest to sign in, and the account screen of a member. */
export const memberScreens: readonly Screen[] = [
  { path: "/my", name: me },
  { path: "/favorites", name: names("My List", "Mi lista", "Ma liste", "Meine Liste", "Minha lista") },
  { path: "/historys", name: names("History", "Historial", "Historique", "Verlauf", "Histórico") },
  {
    path: "/unlocked",
    name: names("Unlocked", "Desbloqueadas", "Débloquées", "Freigeschaltet", "Desbloqueadas"),
  },
  { path: "/individual", name: names("Account", "Cuenta", "Compte", "Konto", "Conta") },
];
