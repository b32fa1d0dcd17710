/** What a trader pastes into the program that sends the signals; `url` is the address of the key. */

/** TradingView fills in the placeholders; their names are in its help, "How to use a variable value in alert". */
const tradingView = () => `{
  "ticker": "{{ticker}}",
  "action": "{{strategy.order.action}}",
  "market_position": "{{strategy.market_position}}",
  "price": "{{close}}",
  "time": "{{time}}",
  "timenow": "{{timenow}}"
}`;

/** `WebRequest` as in the MQL5 reference; MQL4 has the same. */
const metaTrader = (url: string) => String.raw`// SendSignal("buy") or SendSignal("sell")
void SendSignal(string action)
{
   string text = StringFormat("{\"ticker\":\"%s\",\"action\":\"%s\",\"price\":\"%s\"}",
      _Symbol, action, DoubleToString(SymbolInfoDouble(_Symbol, SYMBOL_BID), _Digits));
   char data[], result[];
   string headers;
   StringToCharArray(text, data, 0, StringLen(text), CP_UTF8);
   int status = WebRequest("POST",
      "${url}",
      "Content-Type: application/json\r\n", 5000, data, result, headers);
   if(status < 200 || status > 299)
      Print(status, " ", CharArrayToString(result, 0, WHOLE_ARRAY, CP_UTF8));
}`;

/** Freqtrade fills in the names in braces, and sends only the kinds of messages that have a part: here entries. */
const freqtrade = (url: string) => `"webhook": {
  "enabled": true,
  "url": "${url}",
  "format": "json",
  "entry": {
    "trade_id": "{trade_id}",
    "pair": "{pair}",
    "direction": "{direction}",
    "price": "{open_rate}"
  }
}`;

const curl = (url: string) => `curl --data 'EURUSD buy 5m' '${url}'`;

export const RECIPES = { tradingView, metaTrader, freqtrade, curl } as const;
