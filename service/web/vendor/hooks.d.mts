/** What the web client uses of Preact's hooks. */
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((known: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useRef<T>(initial: T): { current: T };
export function useErrorBoundary(tell?: (error: unknown) => void): [unknown, () => void];
