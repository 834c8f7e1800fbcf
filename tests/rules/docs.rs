//! The pages in Markdown: the first is short, lines fit a screen, and every link leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// A page: its path, and its lines outside fenced code with their numbers.
struct Page {
    path: PathBuf,
    prose: Vec<(usize, String)>,
}

/// All pages of the project.
fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    let mut folders: Vec<PathBuf> =
        ["deploy", "proto", "src", "tests"].iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            // What package managers and generators leave behind is not ours.
            if path.is_dir() && !name.starts_with('.') && !["node_modules", "target", "gen"].contains(&name) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().map(page).collect()
}

fn page(path: PathBuf) -> Page {
    let text = fs::read_to_string(&path).unwrap();
    let mut fenced = false;
    let mut prose = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if !fenced && !fence {
            prose.push((number + 1, line.to_owned()));
        }
    }
    assert!(!fenced, "{} ends in a code block", path.display());
    Page { path, prose }
}

/// The anchors of a page as GitHub makes them of its headings.
fn anchors(page: &Page) -> Vec<String> {
    let headings = page.prose.iter().filter_map(|(_, line)| line.strip_prefix('#'));
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    let anchor = |text: &str| text.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
    headings.map(|heading| anchor(heading.trim_start_matches('#').trim())).collect()
}

/// What is wrong with a link, if anything: a missing file, or a heading that the page lacks.
fn broken(page: &Page, target: &str, pages: &[Page]) -> bool {
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { page.path.clone() } else { page.path.parent().unwrap().join(file) };
    let Ok(path) = path.canonicalize() else { return true };
    let Some(anchor) = anchor else { return false };
    let linked = pages.iter().find(|page| page.path.canonicalize().is_ok_and(|other| other == path));
    !linked.is_some_and(|linked| anchors(linked).iter().any(|known| known == anchor))
}

#[test]
fn the_first_page_is_short() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let lines = text.lines().count();
    assert!(lines <= 200, "README.md has {lines} lines: move what is not for everybody beside what it describes");
}

#[test]
fn lines_of_prose_fit_a_screen() {
    let mut long = Vec::new();
    for page in pages() {
        let lines = page.prose.iter().filter(|(_, line)| line.chars().count() > 120 && !line.starts_with('|'));
        long.extend(lines.map(|(number, _)| format!("{}:{number}", page.path.display())));
    }
    assert!(long.is_empty(), "longer than 120 characters:\n{}", long.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let (mut dead, mut followed) = (Vec::new(), 0);
    for page in &pages {
        for (number, line) in &page.prose {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
            for target in targets.filter(|target| !target.starts_with("http") && !target.contains("::")) {
                followed += 1;
                if broken(page, target, &pages) {
                    dead.push(format!("{}:{number}: {target}", page.path.display()));
                }
            }
        }
    }
    assert!(dead.is_empty(), "links to nothing:\n{}", dead.join("\n"));
    assert!(followed > 50, "{followed} links");
}

#[test]
fn every_readme_is_found_from_the_first() {
    let pages = pages();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let mut found = vec![root.join("README.md")];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        let Some(page) = pages.iter().find(|page| page.path.canonicalize().is_ok_and(|other| other == path)) else {
            continue;
        };
        for (_, line) in &page.prose {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                let linked = path.parent().unwrap().join(target).canonicalize();
                found.extend(
                    linked.into_iter().filter(|linked| linked.is_file() && !found.contains(linked)).collect::<Vec<_>>(),
                );
            }
        }
    }
    let lost: Vec<String> = pages
        .iter()
        .filter(|page| page.path.file_name().is_some_and(|name| name == "README.md" || name == "RULES.md"))
        .filter(|page| !found.contains(&page.path.canonicalize().unwrap()))
        .map(|page| page.path.display().to_string())
        .collect();
    assert!(lost.is_empty(), "not found from README.md:\n{}", lost.join("\n"));
}
