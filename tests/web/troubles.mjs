/** Print, as JSON, what the page says in German for each sentence that is given. */
import { troubleText } from "../../service/web/core/troubles.js";
import { needWords, speak } from "../../service/web/core/words.js";

await needWords("status");
await speak("de");
console.log(JSON.stringify(process.argv.slice(2).map(troubleText)));
