/** What the feeds say, in each language. */
import type { Language } from "#shared/languages.ts";
import type { Direction, Outcome } from "#shared/contracts/signals.ts";

export interface FeedTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly direction: Readonly<Record<Direction, string>>;
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly late: string;
  readonly otc: string;
  readonly trader: string;
  readonly entry: string;
  readonly expiry: string;
  readonly payout: string;
  /** Before the outcome that a correction has replaced. */
  readonly correctedFrom: string;
  readonly reason: string;
  /** Between a label and its value. */
  readonly colon: string;
}

export const FEED_TEXTS: Readonly<Record<Language, FeedTexts>> = {
  en: {
    title: "Signals on the record",
    subtitle: "Past results say nothing reliable about future ones.",
    direction: { up: "up", down: "down" },
    outcome: { open: "open", won: "won", lost: "lost", draw: "draw", void: "void" },
    late: "published late, never counts as a win",
    otc: "OTC price, counted apart",
    trader: "Trader",
    entry: "Entry",
    expiry: "Expiry",
    payout: "Payout",
    correctedFrom: "Outcome before",
    reason: "Reason",
    colon: ": ",
  },
  de: {
    title: "Signale im Register",
    subtitle: "Frühere Ergebnisse lassen keinen verlässlichen Schluss auf künftige zu.",
    direction: { up: "aufwärts", down: "abwärts" },
    outcome: { open: "offen", won: "gewonnen", lost: "verloren", draw: "unentschieden", void: "ungültig" },
    late: "verspätet veröffentlicht, zählt nie als Gewinn",
    otc: "OTC-Kurs, gesondert gezählt",
    trader: "Trader",
    entry: "Einstieg",
    expiry: "Ablauf",
    payout: "Auszahlung",
    correctedFrom: "Ergebnis vorher",
    reason: "Grund",
    colon: ": ",
  },
  fr: {
    title: "Les signaux du registre",
    subtitle: "Les résultats passés ne préjugent pas des résultats futurs.",
    direction: { up: "à la hausse", down: "à la baisse" },
    outcome: { open: "en cours", won: "gagné", lost: "perdu", draw: "nul", void: "annulé" },
    late: "publié en retard, ne compte jamais comme gagné",
    otc: "cours OTC, compté à part",
    trader: "Trader",
    entry: "Entrée",
    expiry: "Échéance",
    payout: "Rendement",
    correctedFrom: "Résultat précédent",
    reason: "Motif",
    colon: "\u202F: ",
  },
  it: {
    title: "I segnali del registro",
    subtitle: "I risultati passati non sono un indicatore affidabile di quelli futuri.",
    direction: { up: "al rialzo", down: "al ribasso" },
    outcome: { open: "aperto", won: "vinto", lost: "perso", draw: "pari", void: "annullato" },
    late: "pubblicato in ritardo, non conta mai come vinto",
    otc: "prezzo OTC, contato a parte",
    trader: "Trader",
    entry: "Entrata",
    expiry: "Scadenza",
    payout: "Rendimento",
    correctedFrom: "Esito precedente",
    reason: "Motivo",
    colon: ": ",
  },
  es: {
    title: "Las señales del registro",
    subtitle: "Los resultados pasados no son un indicador fiable de los futuros.",
    direction: { up: "al alza", down: "a la baja" },
    outcome: { open: "abierta", won: "ganada", lost: "perdida", draw: "empate", void: "anulada" },
    late: "publicada con retraso, nunca cuenta como ganada",
    otc: "precio OTC, contada aparte",
    trader: "Trader",
    entry: "Entrada",
    expiry: "Vencimiento",
    payout: "Pago",
    correctedFrom: "Resultado anterior",
    reason: "Motivo",
    colon: ": ",
  },
};
