/** What has happened, the newest first. */
import { html } from "./html.js";
import { Text } from "./text.js";
/** @import { StoryLine, View } from "../types" */
/** @import { Faces } from "./card.js" */

/** @param {{story: StoryLine[], view: View, faces: Faces}} about */
export function Story({ story, view, faces }) {
  return html`
    <section class="story"><h2>What happened</h2>
      <ol reversed tabindex="0" aria-label="Story">${[...story].reverse().map((line, at) => html`
        <li key=${`${line.n} ${story.length - at}`}><${Text} text=${line.text} view=${view} faces=${faces} /></li>`)}</ol>
    </section>`;
}
