/** Words that are right in another language although English writes them so; a translator adds to them. */
export const SAME_AS_ENGLISH: readonly {
  readonly text: string;
  readonly languages: string;
  readonly reason: string;
}[] = [
  { text: "Cookies", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Cookie", languages: "de fr it es", reason: "the loanword is the word" },
  { text: "Error", languages: "es", reason: "same word" },
  { text: "Corrections", languages: "fr", reason: "same word" },
  { text: "OTC", languages: "de fr it es", reason: "the English abbreviation is the word" },
  { text: "Cache", languages: "de fr it", reason: "the loanword is the word" },
  { text: "Name", languages: "de", reason: "same word" },
  { text: "Hash", languages: "de", reason: "the loanword is the word" },
  { text: "Live", languages: "de", reason: "the loanword is the word" },
  { text: "Trader", languages: "de fr it es", reason: "the house word in every language" },
  { text: "Traders", languages: "fr es", reason: "the house word in every language" },
  { text: "Contact", languages: "fr", reason: "same word" },
  { text: "Questions", languages: "fr", reason: "same word" },
  { text: "Privacy", languages: "it", reason: "the loanword is the word" },
  { text: "Account", languages: "it", reason: "the loanword is the word" },
  { text: "Asset", languages: "it", reason: "the loanword is the word" },
  { text: "Staff", languages: "it", reason: "the house word in Italian" },
  { text: "Signal", languages: "de fr", reason: "same word" },
  { text: "Signal {{id}}", languages: "de fr", reason: "same word" },
  { text: "Menu", languages: "fr it", reason: "same word" },
  { text: "Net", languages: "fr", reason: "same word" },
  { text: "Date (UTC)", languages: "fr", reason: "same word" },
  { text: "Page", languages: "fr", reason: "same word" },
  { text: "Passkeys", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Notifications", languages: "fr", reason: "same word" },
  { text: "Browser", languages: "de it", reason: "the loanword is the word" },
  { text: "Webhook", languages: "de fr it es", reason: "the loanword is the word" },
  { text: "Webhooks", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Secret", languages: "fr", reason: "same word" },
  { text: "Test", languages: "de", reason: "same word" },
  { text: "Drawdown", languages: "de fr it es", reason: "the trade's own word in every language" },
  { text: "Actions", languages: "fr", reason: "same word" },
];
