/** htm, bound to what makes nodes. */
import type { VNode } from "./preact.mjs";
type Html = (parts: TemplateStringsArray, ...values: unknown[]) => VNode;
declare const htm: { bind(make: (type: unknown, props: object | null, ...children: never[]) => VNode): Html };
export default htm;
