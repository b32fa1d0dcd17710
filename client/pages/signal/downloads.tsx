/** Downloads of the record: files, and feeds of new signals. */
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { signalsCsvHref, signalsFeedHref } from "#client/data/keys.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { DownloadStatus, useDownload } from "#client/features/download/download.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { asPart } from "#client/ui/part.tsx";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

interface DownloadsProps {
  /** Query of the signals page. */
  readonly query: URLSearchParams;
  /** Number of the newest ledger entry. */
  readonly headSeq: number;
}

interface FileLink {
  readonly part: "csv" | "ledger-export" | "feeds";
  readonly text: string;
  readonly href: string;
  /** A file that is fetched completely and saved under this name; without script, a link to its first part. */
  readonly fileName?: string;
}

export const Downloads = asPart(ListOfDownloads);

function ListOfDownloads({ query, headSeq }: DownloadsProps) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const absent = useAbsentParts();
  const download = useDownload();
  const files: readonly FileLink[] = [
    { part: "csv", text: t("downloads.csv"), href: signalsCsvHref(query), fileName: "signals.csv" },
    {
      part: "ledger-export",
      text: t("downloads.ledger"),
      href: "/api/ledger/export.ndjson/",
      fileName: "ledger.ndjson",
    },
    { part: "feeds", text: t("downloads.atom"), href: signalsFeedHref(query, language, "atom") },
    { part: "feeds", text: t("downloads.json"), href: signalsFeedHref(query, language, "json") },
  ];
  const offered = files.filter(({ part }) => !absent.includes(part));
  if (offered.length === 0) return null;

  function save(event: MouseEvent, { href, fileName }: FileLink) {
    if (fileName === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    download.start(href, fileName);
  }

  return (
    <section className="downloads">
      <h2>{t("downloads.heading")}</h2>
      <p>{t("downloads.text")}</p>
      {headSeq > EXPORT_PART_ROWS ? (
        <noscript>
          <p>{t("downloads.firstPart", { rows: count(EXPORT_PART_ROWS) })}</p>
        </noscript>
      ) : null}
      <ul className="links">
        {offered.map((file) => (
          <li key={file.href}>
            <a href={file.href} onClick={(event) => save(event, file)}>
              {file.text}
            </a>
          </li>
        ))}
      </ul>
      <DownloadStatus download={download} />
    </section>
  );
}
