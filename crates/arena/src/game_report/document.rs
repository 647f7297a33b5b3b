//! Documents: headings, paragraphs, tables and plots, written as Markdown or HTML.

use std::fmt::Write;

use cairn_draw::svg::escaped;

pub use super::plot::Plot;

/// A part of a document. Texts may have `code` between backticks.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentBlock {
    /// A heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
    /// A table: the head and the rows. The first column names the rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// Plots beside each other.
    Plots(Vec<Plot>),
    /// A command line.
    Command(String),
}

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Title.
    pub title: String,
    /// The parts in their order.
    pub blocks: Vec<DocumentBlock>,
}

impl Document {
    /// Returns all plots.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.blocks.iter().flat_map(|block| match block {
            DocumentBlock::Plots(plots) => plots.as_slice(),
            _ => &[],
        })
    }

    /// Returns the document as Markdown. `path` tells where the file of a plot is.
    pub fn markdown(&self, path: impl Fn(&Plot) -> String) -> String {
        let mut text = format!("# {}\n", self.title);
        // Writing to a string cannot fail.
        for block in &self.blocks {
            text.push('\n');
            let _ = match block {
                DocumentBlock::Heading(heading) => writeln!(text, "## {heading}"),
                DocumentBlock::Paragraph(paragraph) => writeln!(text, "{paragraph}"),
                DocumentBlock::List(items) => {
                    items.iter().try_for_each(|item| writeln!(text, "- {item}"))
                }
                DocumentBlock::Table(head, rows) => write!(text, "{}", markdown_table(head, rows)),
                DocumentBlock::Plots(plots) => plots
                    .iter()
                    .try_for_each(|plot| writeln!(text, "![{}]({})", plot.description, path(plot))),
                DocumentBlock::Command(command) => writeln!(text, "```sh\n{command}\n```"),
            };
        }
        text
    }

    /// Returns the parts as HTML, without a page around them.
    pub fn html(&self) -> String {
        let mut text = format!("<h1>{}</h1>\n", inline_html(&self.title));
        for block in &self.blocks {
            // Writing to a string cannot fail.
            let _ = match block {
                DocumentBlock::Heading(heading) => {
                    writeln!(text, "<h2>{}</h2>", inline_html(heading))
                }
                DocumentBlock::Paragraph(paragraph) => {
                    writeln!(text, "<p>{}</p>", inline_html(paragraph))
                }
                DocumentBlock::List(items) => {
                    let items = items.iter().map(|item| format!("<li>{}</li>", inline_html(item)));
                    writeln!(text, "<ul>{}</ul>", items.collect::<String>())
                }
                DocumentBlock::Table(head, rows) => writeln!(text, "{}", html_table(head, rows)),
                DocumentBlock::Plots(plots) => {
                    let drawings: String = plots.iter().map(Plot::inline).collect();
                    writeln!(text, "<div class=\"plots\">{drawings}</div>")
                }
                DocumentBlock::Command(command) => {
                    writeln!(text, "<pre><code>{}</code></pre>", escaped(command))
                }
            };
        }
        text
    }

    /// Returns the document as an HTML page that needs no other file.
    pub fn html_page(&self) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{}</title>\
             <style>{PAGE_STYLE}{}</style></head><body><main class=\"report\">\n{}</main></body></html>\n",
            escaped(&self.title),
            Plot::style_sheet(),
            self.html()
        )
    }
}

/// Style of a page that stands alone. The site has its own.
const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--ink:light-dark(#2a2723,#ece9e2);--faint:light-dark(#665e51,#a9aeb6);\
--line:light-dark(#d9d1c1,#3b4048);--sunken:light-dark(#efeae0,#282c32)}\
body{margin:0;background:light-dark(#fffdf9,#17191d);color:var(--ink);\
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}\
main{max-width:70rem;margin:0 auto;padding:1rem 1rem 3rem}\
h1,h2{font-family:Georgia,serif;line-height:1.2}\
.table{overflow-x:auto;margin:0 0 1rem}table{border-collapse:collapse;font-size:.875rem;\
font-variant-numeric:tabular-nums}th,td{padding:.25rem .75rem .25rem 0;text-align:left;\
white-space:nowrap;border-bottom:1px solid var(--line)}thead th{color:var(--faint);font-weight:500}\
pre{padding:.75rem;border-radius:8px;background:var(--sunken);white-space:pre-wrap}\
.plots{display:flex;flex-wrap:wrap;gap:1rem;margin:0 0 1rem}.plots svg{max-width:100%;height:auto}";

/// Writes a table in Markdown.
fn markdown_table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    [line(head), rule].into_iter().chain(rows.iter().map(|row| line(row))).collect()
}

/// Writes a table in HTML.
fn html_table(head: &[String], rows: &[Vec<String>]) -> String {
    let heads: String =
        head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", inline_html(cell))).collect();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("<th scope=\"row\">{}</th>", inline_html(cell)),
            _ => format!("<td>{}</td>", inline_html(cell)),
        });
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table><thead><tr>{heads}</tr></thead>\
         <tbody>{rows}</tbody></table></div>"
    )
}

/// Escapes a text for HTML and turns backticks into code.
fn inline_html(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escaped(part);
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_written_in_both_forms() {
        let cells = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        let document = Document {
            title: "A & B".to_owned(),
            blocks: vec![
                DocumentBlock::Heading("Who wins".to_owned()),
                DocumentBlock::Paragraph("By `cairn <report>`.".to_owned()),
                DocumentBlock::Table(cells(["player", "a|b"]), vec![cells(["level 1", "54 %"])]),
                DocumentBlock::List(vec!["one".to_owned()]),
                DocumentBlock::Command("cairn report nava".to_owned()),
            ],
        };
        assert_eq!(
            document.markdown(|plot| plot.name.clone()),
            "# A & B\n\n## Who wins\n\nBy `cairn <report>`.\n\n| player | a\\|b |\n|---|---|\n\
             | level 1 | 54 % |\n\n- one\n\n```sh\ncairn report nava\n```\n"
        );
        let html = document.html_page();
        assert!(html.contains("<h1>A &amp; B</h1>"), "{html}");
        assert!(html.contains("<p>By <code>cairn &lt;report&gt;</code>.</p>"), "{html}");
        assert!(html.contains("<tr><th scope=\"row\">level 1</th><td>54 %</td></tr>"), "{html}");
    }
}
