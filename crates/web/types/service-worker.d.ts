// The parts of a service worker's scope that `service-worker.js` uses: the types of workers and
// those of pages cannot be in one program.

/** What is kept for use without the server. */
export interface OfflineFiles {
  /** Version of the assets, a hyphen, and the version of the pages. */
  version: string;
  /** Addresses of assets, from the scope of the worker. */
  files: string[];
  /** Paths of pages. */
  pages: string[];
  /** Address of the file with the contents of all pages, as JSON by their paths. */
  bundle: string;
  /** Whether the addresses of pages end with slashes. */
  slashes: boolean;
}

export interface WorkerClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  focus(): Promise<WorkerClient>;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends WorkerEvent {
  readonly data: { json(): any } | null;
}

interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}

export interface WorkerScope {
  readonly offline: OfflineFiles;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options?: { type?: "window"; includeUncontrolled?: boolean }): Promise<WorkerClient[]>;
    openWindow(url: string): Promise<WorkerClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(name: "push", listener: (event: PushEvent) => void): void;
  addEventListener(name: "notificationclick", listener: (event: NotificationEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}
